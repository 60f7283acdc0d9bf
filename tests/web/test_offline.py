"""A self-hosted page: it needs no other server, is kept for the time without a network, and is replaced as a whole."""

from collections.abc import Callable
from hashlib import sha256

import pytest

from tests.web.conftest import Sit
from tests.web.harness import Player, self_hosted
from tests.web.serving import serve

VERSIONS = "caches.keys().then((names) => names.filter((name) => name.includes(' page ')).length)"

SPOIL = """caches.keys().then(async (names) => {
  for (const name of names) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      if (url.includes("/runtime/")) await cache.put(url, new Response("spoilt"));
    }
  }
})"""


def site(mark: str) -> dict[str, bytes]:
    """Return the self-hosted page with a mark in its description, so that versions can be told apart."""
    return self_hosted(f"https://{mark}.example/")


def mark(player: Player) -> str:
    """Return the mark of the page that was loaded."""
    address: str = player.look("document.querySelector('meta[property=\"og:image\"]').content")
    return address.removeprefix("https://").partition(".")[0]


def is_kept(player: Player, version: dict[str, bytes]) -> Callable[[], bool]:
    """Return whether the worker in charge is that of a version."""
    number = version["worker.js"].decode().partition('VERSION = "')[2][:16]
    kept = f"caches.keys().then((names) => names.some((name) => name.includes('{number}')))"
    alone = "!all.installing && !all.waiting && all.active.state === 'activated'"
    ready = f"navigator.serviceWorker.ready.then((all) => {alone})"
    return lambda: bool(player.look(kept)) and bool(player.look(ready))


def test_a_self_hosted_page_is_kept_for_offline_and_replaced_as_a_whole(sit: Sit) -> None:
    first, second, third = site("one"), site("two"), site("three")
    with serve(first) as server:
        player = sit("", served=server.address)
        player.load()
        player.wait_for(is_kept(player, first), "the page to be kept")
        assert mark(player) == "one"

        # A new version is used from the next load on, and the old one goes.
        server.files = second
        player.page.goto(server.address)
        assert mark(player) == "one"
        player.look("navigator.serviceWorker.getRegistration().then((found) => found.update()).then(() => 0)")
        player.wait_for(is_kept(player, second), "the new version to be kept")
        player.page.goto(server.address)
        assert mark(player) == "two"
        player.wait_for(lambda: player.look(VERSIONS) == 1, "the old version to go")

        # A server that was filled by half has no version for us: the whole one stays.
        server.files = {**third, "index.html": second["index.html"]}
        server.asked.clear()
        player.look(
            "navigator.serviceWorker.getRegistration().then((found) => found.update()).catch(() => 0).then(() => 0)"
        )
        player.wait_for(lambda: "index.html" in server.asked, "the new version to be looked at")
        player.page.goto(server.address)
        assert mark(player) == "two"
        player.errors.clear()

        # Not one of the run-time's files was asked for again.
        assert not [name for name in server.asked if name.startswith("runtime/")]
    player.page.goto(server.address)
    assert mark(player) == "two"
    player.errors.clear()


TOLD = "A new version of this page is there"


@pytest.mark.slow
def test_while_a_tab_plays_an_update_leaves_it_alone_and_is_told_after_the_game(sit: Sit) -> None:
    first, second = site("one"), site("two")
    with serve(first) as server:
        player = sit("", served=server.address)
        player.start("?test&T&start=table&deal=61")
        player.look(
            "(window.told = [], retroPyramid.on('state', ({ message }) => message && told.push(message)))"
        )
        player.wait_for(is_kept(player, first), "the page to be kept")
        assert player.run("settle\nkey UP\nkey ENTER\nsettle").state["moves"] == ["D"]

        server.files = second
        player.look("navigator.serviceWorker.getRegistration().then((found) => found.update()).then(() => 0)")
        player.wait_for(is_kept(player, second), "the new version to be kept")
        other = sit("", served=server.address, beside=player)
        other.start("?test&T&start=menu")
        assert mark(other) == "two"
        other.wait_for(lambda: other.look(VERSIONS) == 1, "the old version to go")

    # The tab of the old version plays on without any server, and imports what it has not used yet.
    assert mark(player) == "one"
    assert player.run("key UP\nkey ENTER\nsettle\nwait 30").state["moves"] == ["D", "D"]
    assert not any(TOLD in told for told in player.look("told"))
    player.run("key ESC\nkey y\nkey f\nkey ENTER\nkey ESC\nkey F8\nkey F1\nkey ESC\nkey ESC")
    player.reaches(screen="menu")
    player.wait_for(lambda: any(TOLD in told for told in player.look("told")), "the word of the new version")
    assert not any(TOLD in row for row in other.state["text"])
    player.page.reload()
    assert mark(player) == "two"
    player.errors.clear()
    other.errors.clear()


@pytest.mark.engines("firefox")
def test_once_kept_the_page_starts_without_any_server(sit: Sit) -> None:
    version = site("one")
    with serve(version) as server:
        player = sit("", served=server.address)
        player.load()
        player.wait_for(is_kept(player, version), "the page to be kept")
    player.start("?T&start=table&deal=61")
    player.wait_for(lambda: player.look("retroPyramid.state?.deal") == 61, "the table without any server")
    player.errors.clear()


KEPT = """caches.keys().then(async (names) => {
  const sums = {};
  for (const name of names.filter((name) => name.startsWith("retro-pyramid "))) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const body = await (await cache.match(request)).arrayBuffer();
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
      sums[new URL(request.url).pathname.slice(1)] = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    }
  }
  return sums;
})"""
VANISH = "caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => 0)"


@pytest.mark.slow
@pytest.mark.engines("chromium", "firefox")
@pytest.mark.parametrize("harm", [pytest.param(SPOIL, id="damaged"), pytest.param(VANISH, id="vanished")])
def test_what_the_worker_kept_and_lost_is_kept_again(sit: Sit, harm: str) -> None:
    version = site("one")
    whole = {name: sha256(data).hexdigest() for name, data in version.items()}
    for beside in ("worker.js", "preview.png"):
        del whole[beside]
    with serve(version) as server:
        player = sit("", served=server.address)
        player.load()
        player.wait_for(is_kept(player, version), "the page to be kept")
        assert player.look(KEPT) == whole
        player.look(harm)
        player.page.goto("about:blank")
        player.page.goto(server.address)

        def again() -> bool:
            found: bool = (
                player.look("window.retroPyramid?.phase") == "waiting" and player.look(KEPT) == whole
            )
            player.errors.clear()
            return found

        player.wait_for(again, "all to be kept again")
    player.start("?T&start=table&deal=61")
    player.wait_for(lambda: player.look("retroPyramid.state?.deal") == 61, "the table without any server")
    player.errors.clear()
