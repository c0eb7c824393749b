"""Layouts: every template compiles, pages load only the site's own files, error pages need no other
files.
"""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import get_template, render_to_string
from django.utils.translation import override

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted(
    path.relative_to(ROOT / "templates").as_posix() for path in (ROOT / "templates").rglob("*.html")
)


def test_every_template_compiles():
    assert [get_template(name).origin.template_name for name in TEMPLATES] == TEMPLATES


def test_nothing_is_fetched_from_another_site():
    elsewhere = re.compile(r"""(?:src|href|action)=["'](?:https?:)?//""")
    sources = {name: (ROOT / "templates" / name).read_text("utf-8") for name in TEMPLATES}
    assert [name for name, source in sources.items() if elsewhere.search(source)] == []


def test_the_stylesheet_fetches_only_files_that_are_there():
    king = ROOT / "static" / "king"
    for sheet, most in (("king.css", 2), ("fonts.css", 12)):
        named = re.findall(r'url\("(?!data:)([^"]+)"\)', (king / sheet).read_text(encoding="utf-8"))
        assert len(named) == most
        for url in named:
            name = url.removeprefix("../") if url.startswith("../") else f"king/{url}"
            assert finders.find(name), url


@pytest.mark.parametrize("name", ["400.html", "403.html", "403_csrf.html", "404.html", "500.html"])
def test_a_refusal_renders_without_a_request_and_says_where_to_go(name):
    with override("en"):
        page = render_to_string(name)
    assert page.count("<h1") == 1
    assert 'class="btn btn-primary" href="/"' in page
    assert '<html lang="en"' in page


STEPS = [
    SimpleNamespace(key="players", title="Players", state="done", url="/players"),
    SimpleNamespace(key="play", title="Play", state="current", url="/play"),
    SimpleNamespace(key="standings", title="Standings", state="waiting", url=""),
]


def desk_page(next_step: SimpleNamespace) -> str:
    with override("en"):
        return render_to_string(
            "desk/base.html", {"steps": STEPS, "step_now": "play", "next_step": next_step}
        )


def test_the_next_step_is_the_one_filled_button():
    page = desk_page(SimpleNamespace(title="Close the first partita", url="/close", blockers=[]))
    assert page.count("btn-primary") == 1
    assert 'href="/close"' in page


def test_what_blocks_the_next_step_is_a_list_with_links_and_no_button():
    blockers = [
        SimpleNamespace(text="Table 3: hand 7 sums to +20", url="/tables/3"),
        SimpleNamespace(text="x", url=""),
    ]
    page = desk_page(SimpleNamespace(title="Close the first partita", url="", blockers=blockers))
    assert "btn-primary" not in page
    assert '<a href="/tables/3">Table 3: hand 7 sums to +20</a>' in " ".join(page.split())
    assert page.split('class="next-step"')[1].split("</section>")[0].count("<li>") == 2


def test_heading_message_and_next_step_share_one_line():
    with override("en"):
        message = SimpleNamespace(level_tag="success")
        page = render_to_string(
            "desk/base.html",
            {
                "next_step": SimpleNamespace(title="Go on", url="/", blockers=[]),
                "messages": [message],
            },
        )
    line = page.split('class="page-line"')[1].split("</section>")[0]
    assert line.count('class="notice notice-success"') == line.count("btn-next") == 1
    assert 'aria-label="Close this message"' in line


def test_the_line_of_steps_marks_where_the_night_is():
    page = desk_page(SimpleNamespace(title="Go on", url="/", blockers=[]))
    assert page.count('aria-current="page"') == 1
    assert page.count('class="step step-') == 3
    assert page.index("step-done") < page.index('aria-current="page"') < page.index("step-waiting")
