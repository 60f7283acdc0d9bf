"""Setup in the page: another display at once, and the next time too; no window to choose."""

from tests.web.conftest import Sit


def test_a_display_chosen_in_the_page_is_there_at_once_and_after_a_reload(sit: Sit) -> None:
    player = sit()
    player.start("?test&start=table&deal=61")
    player.run("settle\nkey F8")
    ids = {target["id"] for target in player.state["targets"]}
    assert {"setup:display", "config:lamp:on"} <= ids
    player.run("clickon setup:display")
    ids = {target["id"] for target in player.state["targets"]}
    assert not any(name.startswith(("config:fullscreen", "config:aspect")) for name in ids)
    player.run("clickon config:video:mono\nclickon config:phosphor:amber")
    assert (player.state["video"], player.state["mode"], player.state["deal"]) == ("mono", "text", 61)
    player.run("clickon config:video:cga\nkey F8")
    assert (player.state["video"], player.state["screen"], player.state["deal"]) == ("cga", "table", 61)
    player.again("?test&start=table")
    player.run("settle")
    assert player.state["video"] == "cga"
