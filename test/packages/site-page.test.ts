import { expect, test } from "bun:test";
import { type SiteLinks, sitePage } from "../../packaging/site-page.ts";
import { pages } from "../../site/pages.ts";
import { documentFiles } from "../documents/document-files.ts";

const links: SiteLinks = {
  file: "docs/guides/try-it.md",
  slugs: new Map([
    ["README.md", "index"],
    ["docs/api.md", "reference/api"],
  ]),
  base: "/gatehouse/",
  sourceUrl: (path) => `https://source.example/${path}`,
};

const markdown = `# Try it

After this page you have a [server](../api.md).

<!-- test: guide -->
\`\`\`sh
echo "[no link](../api.md)"
\`\`\`

[Front](../../README.md#install) ![Shown](../pictures/list.png) [Unit](../../packaging/gatehouse.service) [here](#x) [far](https://far.example/y.md)
`;

test("a document becomes a page: its heading is the title, and its links lead to pages", () => {
  expect(sitePage(markdown, links)).toBe(`---
title: "Try it"
description: "After this page you have a server."
---

After this page you have a [server](/gatehouse/reference/api/).

\`\`\`sh
echo "[no link](../api.md)"
\`\`\`

[Front](/gatehouse/#install) ![Shown](/gatehouse/pictures/list.png) [Unit](https://source.example/packaging/gatehouse.service) [here](#x) [far](https://far.example/y.md)
`);
});

test("a document without a heading is refused", () => {
  expect(() => sitePage("Text.", links)).toThrow(
    "docs/guides/try-it.md does not begin with a heading",
  );
});

test("the site has every document", () => {
  const listed = pages.map(({ file }) => file);
  expect(listed.toSorted()).toEqual(
    documentFiles()
      .map(({ path }) => path)
      .toSorted(),
  );
  expect(new Set(listed).size).toBe(listed.length);
});

const guides = documentFiles().filter(({ path }) => path.startsWith("docs/guides/"));

test.each(guides.map((guide) => [guide.path, guide] as const))(
  "%s is short, and begins with what its reader can do",
  (_path, { text }) => {
    expect(text).toMatch(/^# .+\n\nAfter this page /);
    expect(text.split(/\s+/).filter((word) => /\w/.test(word)).length).toBeLessThanOrEqual(900);
  },
);
