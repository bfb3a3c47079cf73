"""The HTML report in a real browser. A screenshot is kept for people to look at."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from sklint.finding import Report
from sklint.timeline import KernelTimeline

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
SCREENSHOTS = Path(os.environ.get("SKLINT_SCREENSHOTS", "build/screenshots"))


@pytest.fixture(scope="session")
def browser() -> str:
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if not found:
        pytest.fail("the HTML report is tested in Chromium: install it (Debian, Ubuntu: `apt-get install chromium`)")
    return found


class Page(HTMLParser):
    """What a test asks of a page: its elements with their attributes, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def run(browser: str, folder: Path, *args: str) -> str:
    base = [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}"]
    done = subprocess.run([*base, *args], capture_output=True, encoding="utf-8", timeout=120, check=True)
    return done.stdout


def opened(browser: str, page: Path, filters: str = "") -> Page:
    return Page(run(browser, page.parent, "--dump-dom", f"{page.as_uri()}#{filters}"))


@pytest.fixture
def page(rendered, report: Report, timeline: KernelTimeline, tmp_path: Path) -> Path:
    path = tmp_path / "report.html"
    path.write_text(rendered("html", replace(report, timelines=(timeline,))), encoding="utf-8")
    return path


def test_the_page_needs_no_network(page: Path) -> None:
    elements = Page(page.read_text(encoding="utf-8"))
    links = [
        value for _, attributes in elements.elements for key, value in attributes.items() if key in ("src", "href")
    ]
    assert links == ["data:,"]
    assert "@import" not in page.read_text(encoding="utf-8") and "url(" not in page.read_text(encoding="utf-8")
    policy = next(meta["content"] for meta in elements.all("meta") if "http-equiv" in meta)
    assert policy and policy.startswith("default-src 'none'")


@pytest.mark.parametrize(
    ("filters", "shown"),
    [
        ("", ["SK101", "SK104", "SK501"]),
        ("rule=SK104", ["SK104"]),
        ("severity=error", ["SK101"]),
        ("severity=info", ["SK501"]),
        ("kernel=1", ["SK101"]),
        ("kernel=0&severity=warning", ["SK104"]),
        ("words=usedcores", ["SK101", "SK104", "SK501"]),
        ("words=raw+query", ["SK501"]),
        ("rule=SK101&severity=info", []),
    ],
)
def test_filters_show_what_they_say(browser: str, page: Path, filters: str, shown: list[str]) -> None:
    dom = opened(browser, page, filters)
    assert [article["data-code"] for article in dom.all("article") if "hidden" not in article] == shown
    assert re.search(rf"\({len(shown)}\)", "".join(dom.words))
    assert "hidden" not in dom.all("form")[0]


def test_code_trace_and_timeline_are_drawn(browser: str, page: Path) -> None:
    dom = opened(browser, page)
    text = "".join(dom.words)
    assert "AscendC::SyncAll();" in text
    assert "the condition depends on the index of the core" in text
    drawn = {
        kind: sum(kind == e.get("class") for e in dom.all("circle") + dom.all("path"))
        for kind in ("reached", "perhaps", "missed")
    }
    # One of each is the legend.
    assert drawn == {"reached": 1 + 3, "perhaps": 1 + 1, "missed": 1 + 1}


def test_hostile_text_stays_text(browser: str, rendered, hostile: Report, tmp_path: Path) -> None:
    path = tmp_path / "hostile.html"
    path.write_text(rendered("html", hostile), encoding="utf-8")
    dom = opened(browser, path)
    assert len(dom.all("script")) == 1
    assert "<script>alert(1)</script>" in "".join(dom.words)
    assert len(dom.all("article")) == 3


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_screenshot_is_kept(browser: str, rendered, report: Report, timeline, tmp_path: Path, language: str) -> None:
    page = tmp_path / "report.html"
    page.write_text(rendered("html", replace(report, timelines=(timeline,)), language=language), encoding="utf-8")
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    picture = SCREENSHOTS.resolve() / f"report-{language}.png"
    picture.unlink(missing_ok=True)
    run(browser, tmp_path, "--hide-scrollbars", "--window-size=1100,1500", f"--screenshot={picture}", page.as_uri())
    data = picture.read_bytes()
    assert data.startswith(b"\x89PNG")
    assert len(data) > 20_000
