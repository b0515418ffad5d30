// How a text is coloured before the language is loaded: by its words alone. What names mean is known
// by the worker, whose colours are laid over these.
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import words from "../build/words.json";

const keywords = new Set(words.keywords);
const declarations = new Set(words.declarations);
const builtIns = new Set(words.builtIns);

const rules = StreamLanguage.define({
  name: "rules",
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match(/^"[^"]*"?/)) return "string";
    if (stream.match(/^\[[A-Z][^\]]*\]/)) return "meta";
    if (stream.match(/^(x(?=\d+\b))?\d+/)) return "number";
    const begins = stream.sol();
    const word = stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u);
    if (word) {
      if (begins && declarations.has(word[0])) return "definitionKeyword";
      if (["yes", "no", "none"].includes(word[0])) return "atom";
      if (keywords.has(word[0])) return "keyword";
      return builtIns.has(word[0]) ? "standard" : null;
    }
    stream.next();
    return null;
  },
  tokenTable: { standard: tags.standard(tags.variableName) },
  languageData: { commentTokens: { line: "#" }, indentOnInput: /^$/ },
});

const colours = HighlightStyle.define([
  { tag: tags.comment, class: "w-comment" },
  { tag: tags.string, class: "w-string" },
  { tag: tags.meta, class: "w-meta" },
  { tag: [tags.number, tags.atom], class: "w-number" },
  { tag: tags.definitionKeyword, class: "w-declaration" },
  { tag: tags.keyword, class: "w-keyword" },
]);

export const language = [rules, syntaxHighlighting(colours)];
