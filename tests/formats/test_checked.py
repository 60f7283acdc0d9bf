import pytest

from retro_pyramid.formats import FormatError
from retro_pyramid.formats.own.checked import Block, check_line, decode_blocks, decode_named, encode_blocks

BLOCKS = (Block("one", "a line\n\nanother ♥\n"), Block("two"), Block("two words", "x\n"))


@pytest.mark.parametrize("blocks", [(), BLOCKS[:1], BLOCKS[1:2], BLOCKS])
def test_blocks_go_through_their_text_and_back(blocks: tuple[Block, ...]) -> None:
    assert decode_blocks("example", encode_blocks("example", blocks)) == blocks


@pytest.mark.parametrize("block", [Block("a\nb"), Block(" a"), Block("a", "no end"), Block("a", "x\n= b\n")])
def test_blocks_that_could_not_be_read_back_are_refused(block: Block) -> None:
    with pytest.raises(FormatError):
        encode_blocks("example", [block])


HEAD = b"retro-pyramid-example 1\n"


def test_any_changed_byte_and_what_has_no_check_is_refused_in_one_line() -> None:
    data = encode_blocks("example", BLOCKS)
    for wrong in (b"", b"check", data[:-1], data + b"\n", data.replace(b"\n", b"\r\n"), data[1:]):
        with pytest.raises(
            FormatError, match=r"^example, last line at byte \d+: expected check [0-9A-F]{8}, "
        ):
            decode_blocks("example", wrong)
    for at, byte in enumerate(data):
        for other in {0, 10, 13, 32, 255, byte ^ 1, byte ^ 32, byte ^ 128} - {byte}:
            with pytest.raises(FormatError) as refused:
                decode_blocks("example", data[:at] + bytes([other]) + data[at + 1 :])
            assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"retro-pyramid-other 1\n", "expected 'retro-pyramid-example 1', found 'retro-pyramid-other"),
        (b"retro-pyramid-example 2\n", "expected 'retro-pyramid-example 1'"),
        (HEAD + b"= x\n" * 1001, "expected at most 1000 blocks, found 1001"),
        (HEAD + b"= \xff\n", "expected text in UTF-8, found byte 0xff"),
        *((HEAD + b"= " + tag + b"\nx\n", "a tag of one line") for tag in (b"e\x0cm", b" em", b"em\x1b[31m")),
        # What could not be written again.
        *(
            (HEAD + blocks, ": expected ")
            for blocks in (b"= a\nx\r\n", b"= a\nx", b"= a", b"\n= a\n", b"= a\r\n")
        ),
    ],
)
def test_what_no_program_writes_is_refused_though_its_check_is_right(body: bytes, problem: str) -> None:
    with pytest.raises(FormatError, match=problem) as refused:
        decode_blocks("example", body + check_line(body))
    assert str(refused.value).isprintable()


def test_more_blocks_than_are_read_are_not_written() -> None:
    most = [Block("x")] * 1000
    assert len(decode_blocks("example", encode_blocks("example", most))) == 1000
    with pytest.raises(FormatError, match="expected at most 1000 blocks, found 1001"):
        encode_blocks("example", [*most, Block("x")])


def test_names_that_stand_once_are_not_read_twice() -> None:
    data = encode_blocks("example", [Block("one", "a\n"), Block("two")])
    assert decode_named("example", data) == {"one": "a\n", "two": ""}
    with pytest.raises(FormatError, match=r"^example, one: expected it once, found it twice$"):
        decode_named("example", encode_blocks("example", [Block("one")] * 2))
