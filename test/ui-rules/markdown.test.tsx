import { expect, test } from "bun:test";
import { renderToStaticMarkup } from "react-dom/server";
import { Markdown } from "../../src/ui/comments/markdown.tsx";

const pattern = "https://issues.example.com/{issue}";

function html(text: string): string {
  return renderToStaticMarkup(<Markdown pattern={pattern} text={text} />)
    .replaceAll(' rel="noreferrer" target="_blank"', "")
    .replace(/^<div class="markdown">(.*)<\/div>$/s, "$1");
}

test.each([
  ["one\ntwo\n\nthree", "<p>one\ntwo</p><p>three</p>"],
  [
    "**bold** and *italic* and _italic_",
    "<p><strong>bold</strong> and <em>italic</em> and <em>italic</em></p>",
  ],
  [
    "**bold with *italic* and `code`**",
    "<p><strong>bold with <em>italic</em> and <code>code</code></strong></p>",
  ],
  ["a_snake_case_key, 2 * 3 * 4, **", "<p>a_snake_case_key, 2 * 3 * 4, **</p>"],
  ["`**code** <b>`", "<p><code>**code** &lt;b&gt;</code></p>"],
  [
    "```js\nif (a < b) {}\n\n- no item\n```\nafter",
    "<pre><code>if (a &lt; b) {}\n\n- no item</code></pre><p>after</p>",
  ],
  ["```\nopen", "<pre><code>open</code></pre>"],
  [
    "first\n- one\n- **two**\n\n1. three\n2) four",
    "<p>first</p><ul><li>one</li><li><strong>two</strong></li></ul><ol><li>three</li><li>four</li></ol>",
  ],
  [
    "[a *page*](https://example.com/a?b=c)",
    '<p><a href="https://example.com/a?b=c">a *page*</a></p>',
  ],
  [
    "see https://example.com/a, too.",
    '<p>see <a href="https://example.com/a">https://example.com/a</a>, too.</p>',
  ],
  ["waits for OPS-12", '<p>waits for <a href="https://issues.example.com/OPS-12">OPS-12</a></p>'],
])("%j has elements", (text, expected) => {
  expect(html(text)).toBe(expected);
});

test.each([
  "<img src=x onerror=alert(1)>",
  "<script>alert(1)</script>",
  "**<b onclick=alert(1)>**",
  "[x](javascript:alert(1))",
  "[x](JavaScript:alert(1))",
  "[x](data:text/html,1)",
  "[x](http://example.com)",
  "[x](https://user:pass@example.com)",
  "[x](https://)",
  "![x](https://example.com/a.png)",
  "<https://example.com",
  "# no title",
  "> no quotation",
  "| no | table |",
  "&lt;b&gt;",
])("%j has no element of its own", (text) => {
  const shown = html(text);
  expect(shown).not.toMatch(/<(?!\/?(?:p|strong|a(?: href="https:\/\/example\.com")?)>)/);
  const typed = shown.replaceAll(/<[^>]*>/g, "");
  const escapes = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'", "&amp;": "&" };
  const plain = Object.entries(escapes).reduce(
    (all, [from, to]) => all.replaceAll(from, to),
    typed,
  );
  expect(plain).toBe(text.replaceAll("**", ""));
});

test("texts of 4,000 characters that never end an emphasis are shown", () => {
  for (const piece of ["**a ", "[", "*a", "`", "![", "[a](", "https://", "_*", "***a"]) {
    const text = piece.repeat(4_000 / piece.length);
    expect(html(text).length).toBeGreaterThanOrEqual(text.length);
  }
});
