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


def test_what_is_no_such_text_is_refused_in_one_line() -> None:
    data = encode_blocks("example", BLOCKS)
    for wrong in (b"", b"check", data[:-1], data + b"\n", data.replace(b"\n", b"\r\n"), data[1:]):
        with pytest.raises(
            FormatError, match=r"^example, last line at byte \d+: expected check [0-9A-F]{8}, "
        ):
            decode_blocks("example", wrong)
    with pytest.raises(FormatError, match="expected 'retro-pyramid-other 1', found 'retro-pyramid-exampl"):
        decode_blocks("other", data)
    newer = data[:-15].replace(b"example 1", b"example 2")
    with pytest.raises(FormatError, match="expected 'retro-pyramid-example 1'"):
        decode_blocks("example", newer + check_line(newer))
    many = b"retro-pyramid-example 1\n" + b"= x\n" * 1001
    with pytest.raises(FormatError, match="expected at most 1000 blocks, found 1001"):
        decode_blocks("example", many + check_line(many))
    latin = b"retro-pyramid-example 1\n= \xff\n"
    with pytest.raises(FormatError, match="expected text in UTF-8, found byte 0xff"):
        decode_blocks("example", latin + check_line(latin))


def test_any_changed_byte_is_refused() -> None:
    data = encode_blocks("example", BLOCKS)
    for at, byte in enumerate(data):
        for other in {0, 10, 13, 32, 255, byte ^ 1, byte ^ 32, byte ^ 128} - {byte}:
            with pytest.raises(FormatError) as refused:
                decode_blocks("example", data[:at] + bytes([other]) + data[at + 1 :])
            assert "\n" not in str(refused.value)


def test_a_tag_that_no_program_writes_is_refused_in_one_line() -> None:
    for tag in ("e\x0cm", "em  goal=won", " em", "em\x1b[31m"):
        body = f"retro-pyramid-odds 1\n= {tag}\ncounted 1\n".encode()
        with pytest.raises(FormatError, match="a tag of one line") as caught:
            decode_blocks("odds", body + check_line(body))
        assert str(caught.value).isprintable()


@pytest.mark.parametrize("blocks", [b"= a\nx\r\n", b"= a\nx", b"= a", b"\n= a\n", b"= a\r\n"])
def test_what_could_not_be_written_again_is_refused(blocks: bytes) -> None:
    body = b"retro-pyramid-example 1\n" + blocks
    with pytest.raises(FormatError) as caught:
        decode_blocks("example", body + check_line(body))
    assert str(caught.value).isprintable()


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
