// A block of code that is wider than its page can be scrolled with the keyboard.
document$.subscribe(() => {
  for (const code of document.querySelectorAll("pre > code")) {
    if (code.scrollWidth > code.clientWidth || code.scrollHeight > code.clientHeight) code.tabIndex = 0;
  }
});
