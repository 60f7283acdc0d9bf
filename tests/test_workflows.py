"""The workflows of CI, as far as they can be tried here: they parse, name what exists, and publish what is green."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SYSTEMS = ("ubuntu", "windows", "macos")
MADE = ("dist/", "page/", "bare/", "files/", "release/made", "notes.md", "downloads", "played")
"""Where the steps themselves put what later ones name."""
VERSIONS = [found[1] for line in PROJECT["classifiers"] if (found := re.search(r"Python :: (3\.\d+)$", line))]


def read(path: Path) -> dict[str, Any]:
    found: dict[Any, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    # YAML 1.1 takes the word `on` for a truth value.
    return {"on" if key is True else key: value for key, value in found.items()}


WORKFLOWS = {path.stem: read(path) for path in FILES}


def steps() -> Iterator[tuple[str, dict[str, Any]]]:
    for name, flow in WORKFLOWS.items():
        for job in flow["jobs"].values():
            yield from ((name, step) for step in job.get("steps", ()))


def before(flow: dict[str, Any], job: str) -> set[str]:
    """The jobs that a job waits for, and those that these wait for."""
    needs = flow["jobs"][job].get("needs", [])
    direct = {needs} if isinstance(needs, str) else set(needs)
    return direct.union(*(before(flow, other) for other in direct))


def test_a_job_ends_and_may_do_no_more_than_it_needs() -> None:
    assert set(WORKFLOWS) == {"tests", "builds", "nightly", "pages", "release", "index"}
    for flow in WORKFLOWS.values():
        assert flow["permissions"] == {"contents": "read"}
        for job in flow["jobs"].values():
            if "uses" in job:
                assert (ROOT / job["uses"]).is_file()
                assert "workflow_call" in WORKFLOWS[Path(job["uses"]).stem]["on"]
            else:
                assert job["timeout-minutes"] <= 360


def test_only_what_publishes_may_write() -> None:
    writing = {
        (name, job): {right for right, what in asked.get("permissions", {}).items() if what == "write"}
        for name, flow in WORKFLOWS.items()
        for job, asked in flow["jobs"].items()
    }
    assert {place: rights for place, rights in writing.items() if rights} == {
        ("pages", "deploy"): {"pages", "id-token"},
        ("release", "draft"): {"contents", "id-token", "attestations"},
        ("index", "publish"): {"id-token"},
    }


def test_actions_are_pinned_to_one_commit_each_with_its_version_beside_it() -> None:
    used: dict[str, set[str]] = {}
    for path in FILES:
        for action, pin in re.findall(r"uses: ([^.@\n][^@\n]*)(.*)", path.read_text(encoding="utf-8")):
            assert re.fullmatch(r"@[0-9a-f]{40} # v\d+\.\d+\.\d+", pin), f"{path.name}: {action}{pin}"
            used.setdefault(action, set()).add(pin)
    assert {action: pins for action, pins in used.items() if len(pins) > 1} == {}
    assert sum("uses" in step for _, step in steps()) > len(used) > 0


def test_tools_are_pinned_and_what_is_published_comes_from_no_cache() -> None:
    for name in ("release", ".github"):
        lines = (ROOT / name / "requirements.txt").read_text(encoding="utf-8").splitlines()
        assert [line for line in lines if not re.match(r"#|[\w-]+==\d", line)] == []
    kept = {name for name, step in steps() if "cache" in step.get("with", {}) or "actions/cache" in str(step)}
    assert kept <= {"tests", "nightly"}
    watched = read(ROOT / ".github" / "dependabot.yml")["updates"]
    assert {one["package-ecosystem"] for one in watched} == {"github-actions", "pip"}


def test_what_a_step_runs_and_installs_is_there() -> None:
    runs = [step.get("run", "") for _, step in steps()]
    named = [
        word
        for run in runs
        for word in re.findall(r"[\w./*-]*(?:/[\w.*-]+|\.(?:py|yml|md|script))", run)
        if not word.startswith((*MADE, "/dev/", "./"))
    ]
    assert [word for word in named if not list(ROOT.glob(word))] == []
    extras = {
        extra for run in runs for words in re.findall(r"\.\[([\w,]+)\]", run) for extra in words.split(",")
    }
    assert extras == set(PROJECT["optional-dependencies"])


def test_the_tests_run_on_every_system_with_every_version_that_the_package_says_it_is_for() -> None:
    matrix = WORKFLOWS["tests"]["jobs"]["test"]["strategy"]["matrix"]
    assert matrix["python"] == VERSIONS
    assert f">={VERSIONS[0]}" == PROJECT["requires-python"]
    assert [system.partition("-")[0] for system in matrix["system"]] == list(SYSTEMS)
    built = WORKFLOWS["builds"]["jobs"]["download"]["strategy"]["matrix"]["system"]
    assert {system.partition("-")[0] for system in built} == set(SYSTEMS)
    once = [step["with"]["python-version"] for _, step in steps() if "python-version" in step.get("with", {})]
    assert set(once) - {"${{ matrix.python }}"} <= set(VERSIONS)


def test_the_slow_tests_run_every_night_and_the_page_is_published_after_the_tests() -> None:
    assert list(WORKFLOWS["nightly"]["on"]["schedule"][0]) == ["cron"]
    runs = [step.get("run", "") for name, step in steps() if name == "nightly"]
    assert "python -m pytest -m slow -rs" in runs
    assert [run for run in runs if "tests/web" in run and "-m slow" in run]
    flow = WORKFLOWS["pages"]
    # An older push waits or is dropped, and never comes last.
    assert flow["concurrency"] == {"group": "pages", "cancel-in-progress": False}
    assert flow["on"]["push"] == {"branches": ["main"]}
    assert "tests" in before(flow, "deploy") & before(flow, "build")
    made = flow["jobs"]["build"]["steps"]
    page = 'python -m pip install ".[page]"', 'python web/build.py --self-host dist/page --url "$ADDRESS"'
    assert tuple(step.get("run") for step in made if step.get("run") in page) == page
    assert "dist/page" in [step.get("with", {}).get("path") for step in made]


def test_before_the_tests_in_browsers_it_is_made_sure_that_both_are_there() -> None:
    for name, job in (("tests", "browser"), ("nightly", "slow")):
        runs = [step.get("run", "") for step in WORKFLOWS[name]["jobs"][job]["steps"]]
        [pages] = [at for at, run in enumerate(runs) if "pytest tests/web" in run]
        for missing in ("browser_missing", "firefox_missing"):
            assert any(f"sys.exit({missing}())" in run for run in runs[:pages]), name


def test_a_release_begins_with_its_tag_and_ends_with_a_draft() -> None:
    flow = WORKFLOWS["release"]
    assert flow["on"] == {"push": {"tags": ["v*"]}}
    assert [job for job in flow["jobs"] if job != "version" and "version" not in before(flow, job)] == []
    assert {"tests", "builds", "package"} <= before(flow, "draft")
    runs = [step.get("run", "") for step in flow["jobs"]["version"]["steps"]]
    assert 'python release/notes.py "$GITHUB_REF_NAME" > notes.md' in runs
    packed = [step.get("run", "") for step in flow["jobs"]["package"]["steps"]]
    assert packed.index("python release/shell.py --out release/made") < packed.index(
        "python -m build --no-isolation --outdir dist"
    )
    # What is built for it is gathered.
    draft = flow["jobs"]["draft"]["steps"]
    assert [step["with"]["pattern"] for step in draft if "pattern" in step.get("with", {})] == ["release-*"]
    kept = [
        (name, step["with"]["name"]) for name, step in steps() if "upload-artifact" in step.get("uses", "")
    ]
    assert [what for name, what in kept if name == "builds"] == ["release-${{ matrix.system }}"]
    assert {("release", "release-package"), ("release", "release-page")} <= set(kept)
    order = [f"{step.get('uses')} {step.get('with')} {step.get('run')}" for step in draft]
    summed, attested, drafted = (
        next(at for at, step in enumerate(order) if words in step)
        for words in ("sha256sum -- * > SHA256SUMS", "{'subject-path': 'files/*'}", "--draft")
    )
    assert summed < attested < drafted


def test_nothing_goes_to_the_index_before_somebody_published_the_draft() -> None:
    publishing = [name for name, step in steps() if "gh-action-pypi-publish" in step.get("uses", "")]
    assert publishing == ["index"]
    flow = WORKFLOWS["index"]
    assert flow["on"] == {"release": {"types": ["published"]}}
    assert flow["jobs"]["publish"]["environment"] == "pypi"
    assert before(flow, "publish") == {"files"}
    assert any("gh attestation verify" in step.get("run", "") for step in flow["jobs"]["files"]["steps"])
