"""An evening's work in the playground: nothing that was written is lost."""

from __future__ import annotations

import base64
import io
import time
import zipfile
from pathlib import Path

import pytest

from ruleslang.apps.cli.main import status
from tests.apps.site.playground_page import VIEW, WRITE, Page
from tests.support.tiny_game import GAME

pytestmark = pytest.mark.site

MINE = GAME.replace("points", "marks")
DROP = """
const [files] = arguments, transfer = new DataTransfer();
const bytes = (coded) => Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0));
for (const [name, coded] of files) transfer.items.add(new File([bytes(coded)], name));
const event = new DragEvent("drop", {dataTransfer: transfer, bubbles: true, cancelable: true});
document.querySelector(".cm-content").dispatchEvent(event);
"""
LISTED = "return [...document.querySelectorAll('#own-games .title')].map((e) => e.textContent)"
NO_DATABASE = (
    "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };"
)
KEEP_DOWNLOADS = """
window.downloads = [];
const made = URL.createObjectURL;
URL.createObjectURL = (blob) => { window.downloads.push(blob); return made.call(URL, blob); };
"""
LAST_DOWNLOAD = """
const done = arguments[0], blob = window.downloads.at(-1);
blob.arrayBuffer().then((buffer) => done([...new Uint8Array(buffer)]));
"""


def drop(page: Page, **files: bytes) -> None:
    """Drop files on the editor; `__` in a name is a dot."""
    coded = [
        [name.replace("__", "."), base64.b64encode(content).decode()]
        for name, content in files.items()
    ]
    page.driver.execute_script(DROP, coded)


def listed(page: Page) -> list[str]:
    """The titles in the list of own games."""
    page.press("#open-games")
    page.until("return document.getElementById('games-dialog').open")
    titles: list[str] = page.driver.execute_script(LISTED)
    return titles


def begin(page: Page, start: str) -> None:
    """Open one of the texts to begin with from the list."""
    page.press("#open-games")
    page.press(f"[data-start={start}]")
    page.until("return document.body.dataset.saved === 'no'")


def zipped(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def test_examples_and_links_open_next_to_what_was_written(page: Page) -> None:
    page.open_without_language()
    page.put(MINE)
    begin(page, "chess")
    begin(page, "nim")
    page.open_without_language("#start=pig")  # a link
    assert "rulebook pig" in page.text

    assert listed(page) == ["Tiny"]
    page.press("#own-games .title")
    page.until(f"return {VIEW}.state.doc.toString() === arguments[0]", MINE)
    page.open_without_language()  # a reload
    assert page.text == MINE


def test_an_example_becomes_a_game_of_ones_own_with_the_first_change(page: Page) -> None:
    page.open_without_language()
    begin(page, "nim")
    page.put(page.text.replace("Nim", "My Nim"))
    begin(page, "nim")
    assert "My Nim" not in page.text
    assert listed(page) == ["My Nim"]


def test_an_earlier_state_can_be_opened_again(page: Page) -> None:
    page.open_without_language()
    page.put(MINE + "# much\n" * 100)
    page.put(MINE)  # far shorter: the state before is kept at once
    page.saved()
    page.press("#open-games")
    page.press("#own-games .earlier summary")
    page.press("#own-games .state")
    page.until(f"return {VIEW}.state.doc.toString().includes('# much')")
    page.saved()


def test_a_deleted_game_can_be_brought_back(page: Page) -> None:
    page.open_without_language()
    page.put(MINE)
    page.press("#open-games")
    page.press("#own-games button", "Delete")
    page.press(".asked button", "Delete it")
    page.until("return !document.querySelector('#own-games')")
    page.press("#binned-games button", "Restore")
    page.until("return document.querySelectorAll('#own-games li').length === 1")
    page.press("#own-games .title")
    page.until(f"return {VIEW}.state.doc.toString() === arguments[0]", MINE)


@pytest.mark.parametrize("is_saving", [False, True], ids=["written", "being-saved"])
def test_text_of_the_last_second_survives_a_page_that_closes(page: Page, is_saving: bool) -> None:
    """Also when it ends while a text is being saved, which the browser then gives up."""
    page.open_without_language()
    page.put(MINE)
    if is_saving:
        page.driver.execute_script("IDBObjectStore.prototype.get = () => ({})")  # no answer comes
    page.driver.execute_script(
        f"const v = {VIEW}; v.dispatch({{changes: {{from: 0, insert: '# last words\\n'}}}})"
    )
    if is_saving:
        time.sleep(1.5)  # saving has begun by then, and does not end
    page.open_without_language()
    assert page.text == "# last words\n" + MINE


def test_two_pages_that_change_one_game_both_keep_their_text(page: Page) -> None:
    page.open_without_language()
    page.put(MINE)
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    page.open_without_language()
    page.put(MINE + "# here\n")
    page.driver.switch_to.window(first)
    page.driver.execute_script(WRITE, MINE + "# there\n")
    page.shows(".reported", "was changed on another page")
    page.press("#page button")
    assert len(listed(page)) == 2


@pytest.mark.parametrize("is_private", [True, False], ids=["private", "full"])
def test_where_nothing_can_be_saved_a_message_reports_it(page: Page, is_private: bool) -> None:
    """A private window, and a full quota: the text stays, and can be downloaded."""
    if is_private:
        page.driver.execute_cdp_cmd(
            "Page.addScriptToEvaluateOnNewDocument", {"source": NO_DATABASE}
        )
    page.open_without_language()
    if not is_private:
        quota = {"origin": page.origin, "quotaSize": 1000}
        page.driver.execute_cdp_cmd("Storage.overrideQuotaForOrigin", quota)
    page.driver.execute_script(WRITE, MINE + "# more\n" * 4000)
    page.shows("#unsaved-why", "saves nothing" if is_private else "no space left")
    page.until("return !document.getElementById('unsaved').hidden")
    begin(page, "nim")
    page.press("#open-games")
    page.press("#own-games .title")
    page.until(f"return {VIEW}.state.doc.toString().startsWith(arguments[0])", MINE)
    if not is_private:
        page.driver.execute_cdp_cmd("Storage.overrideQuotaForOrigin", {"origin": page.origin})
        page.put(MINE)
        page.until("return document.getElementById('unsaved').hidden")
    page.driver.execute_script(
        "onbeforeunload = null; addEventListener('beforeunload', "
        "(event) => event.stopImmediatePropagation(), true)"
    )


def test_files_are_made_renamed_and_deleted(page: Page) -> None:
    page.open_without_language()
    page.put(MINE)
    page.driver.execute_script("document.getElementById('file-box').open = true")
    page.press("#file-new")
    _answer(page, "cards/more")
    page.shows(".asked .bad", "ends in .rules")
    _answer(page, "cards/more.cards")
    page.shows("#file-name", "cards/more.cards")
    page.press("#file-rename")
    _answer(page, "cards/others.cards")
    page.shows("#file-tree .file", "others.cards")
    page.saved()
    page.open_without_language()
    page.shows("#file-tree .file", "others.cards")
    page.press("#file-tree .file", "others.cards")
    page.press("#file-delete")
    page.press(".asked button", "Delete it")
    page.until("return document.querySelectorAll('#file-tree .file').length === 1")
    assert page.text == MINE


def _answer(page: Page, name: str) -> None:
    page.until("return Boolean(document.querySelector('.asked input'))")
    page.driver.execute_script("document.querySelector('.asked input').value = arguments[0]", name)
    page.press(".asked button", "OK")


def test_dropped_files_become_games_or_parts_of_one(page: Page) -> None:
    page.open_without_language()
    page.put(MINE)
    drop(page, game__rules=GAME.encode())
    page.until(f"return {VIEW}.state.doc.toString() === arguments[0]", GAME)
    assert len(listed(page)) == 2
    page.driver.execute_script("document.getElementById('games-dialog').close()")

    drop(page, wares__xlsx=_workbook(), more__cards=b"# nothing yet\n")
    page.until("return document.querySelectorAll('#file-tree .file').length === 3")
    page.press("#file-tree .file", "wares.csv")
    assert page.text == 'id,worth\nsilk,"3,5"\nruby,4\n'
    page.saved()

    drop(page, two__zip=zipped({"one/a.rules": MINE.encode(), "two/b.rules": GAME.encode()}))
    page.until("return document.getElementById('state').textContent.includes('2 games')")
    assert len(listed(page)) == 4


def _workbook() -> bytes:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Sheet1"
    for row in (["id", "worth"], ["silk", "3,5"], ["ruby", 4]):
        sheet.append(row)
    packed = io.BytesIO()
    book.save(packed)
    return packed.getvalue()


def test_a_dropped_table_by_another_name_is_renamed(page: Page, tmp_path: Path) -> None:
    page.open_with_python_here(tmp_path / "rulebook")
    page.write(f"{MINE}\nkind ware\n    has worth: 1..9\n")
    drop(page, prices__csv=b"id,name,worth\nsilk,Silk,3\n")
    page.press(".asked button", "Add the file")
    page.press("#problems .go", "rename the file: ware.csv")
    page.until(
        "return [...document.querySelectorAll('#file-tree .file')]"
        ".some((each) => each.textContent.includes('ware.csv'))"
    )


def test_a_dropped_table_becomes_a_game(page: Page, tmp_path: Path) -> None:
    page.open_with_python_here(tmp_path)
    page.write(MINE)
    drop(page, beasts__csv=b"Name,Count,Flies,Who\nOwl,2,TRUE,me\nFox,3,,you\n")
    page.press(".asked button", "Make a new game of these cards")
    page.shows(".reported", "`Who` is kept as a note")
    page.press("#page button")
    assert 'rulebook beasts_game "Beasts"' in page.text
    page.press("#file-tree .file", "my_card.csv")
    assert page.text == "id,name,copies,flies,(Who)\nowl,Owl,2,yes,me\nfox,Fox,3,no,you\n"
    drop(page, my_card__csv=b"id,name\nowl,Old owl\n")  # of a kind that the game has
    page.press(".asked button", "Replace")
    page.until(f"return {VIEW}.state.doc.toString() === arguments[0]", "id,name\nowl,Old owl\n")


@pytest.mark.parametrize(("model", "has"), [("Dice", "die "), ("Nothing yet", "nobody wins")])
def test_a_new_game_begins_with_what_is_chosen(page: Page, model: str, has: str) -> None:
    page.open_without_language()
    page.put(MINE)
    page.press("#open-games")
    page.press("#game-new")
    page.press(".asked button", model)
    page.until(f"return {VIEW}.state.doc.toString() !== arguments[0]", MINE)
    assert 'rulebook my_game "My game"' in page.text
    assert has in page.text


def test_what_cannot_be_taken_is_reported_and_changes_nothing(page: Page) -> None:
    page.open_without_language()
    page.put(MINE)
    bomb = zipped({"bomb.rules": b"#" * 60_000_000})
    cases = {
        "is not text": {"a__rules": b"\x00\x01\x02" * 50},
        "UTF-8": {"b__cards": "caf\xe9".encode("latin-1")},
        "unpacks to more than": {"c__zip": bomb},
        "damaged": {"d__zip": zipped({"d.rules": GAME.encode()})[:60]},
        "is not added": {"e__png": b"\x89PNG"},
        "not a workbook": {"f__xlsx": zipped({"xl/styles.xml": b"<a/>"})},
    }
    for words, files in cases.items():
        drop(page, **files)
        page.shows(".reported", words)
        page.press("#page button")
        page.until("return !document.getElementById('page').open")
        assert page.text == MINE, words
    page.driver.execute_script("location.hash = '#text=AAAA'")  # a link that was cut
    page.shows(".reported", "damaged")
    assert page.text == MINE


def test_all_games_are_downloaded_as_a_zip_that_check_accepts(page: Page, tmp_path: Path) -> None:
    page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": KEEP_DOWNLOADS})
    page.open_without_language()
    page.put(GAME)
    drop(page, other__zip=zipped({"other/other.rules": GAME.encode(), "other/b.cards": b"\n"}))
    page.shows("#file-tree .file", "b.cards")
    page.press("#open-games")
    page.press("#games-download")
    page.until("return window.downloads.length === 1")
    content = bytes(page.driver.execute_async_script(LAST_DOWNLOAD))
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        archive.extractall(tmp_path)
    folders = [path for path in tmp_path.iterdir() if path.is_dir() and path.name != "chromium"]
    assert len(folders) == 2
    for folder in folders:
        assert status(["check", str(folder)]) == 0
