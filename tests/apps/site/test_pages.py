"""Pages of the documentation, looked at by axe, wide and narrow."""

from __future__ import annotations

import pytest

from tests.apps.site.playground_page import Page
from tests.apps.table.browsers import AXE, serious

pytestmark = pytest.mark.site

PATHS = ("", "tutorial", "gallery", "reference/choices", "rulebooks/chess", "exact-values", "api")


@pytest.mark.skipif(not AXE.is_file(), reason="`npm ci` in `site` has not fetched axe-core")
def test_no_page_has_a_serious_finding_of_axe(page: Page) -> None:
    for path in PATHS:
        page.driver.get(f"{page.origin}/{path}")
        page.until("return document.readyState === 'complete' && 'document$' in window")
        assert serious(page.driver) == [], path
