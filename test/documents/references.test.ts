import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { documentFiles, repositoryRoot } from "./document-files.ts";
import {
  anchorsOf,
  brokenLinks,
  brokenReferences,
  type Files,
  mentionsOf,
  type Reference,
  relativeLinksOf,
} from "./references.ts";

/** All files that git knows of and that are there. */
function repositoryFiles(): Files {
  const git = Bun.spawnSync(["git", "ls-files", "-z"], { cwd: repositoryRoot });
  if (git.exitCode !== 0) {
    throw new Error(git.stderr.toString());
  }
  const paths = git.stdout.toString().split("\0").filter(Boolean);
  return new Map(
    paths
      .map((path) => [path, join(repositoryRoot, path)] as const)
      .filter(([, file]) => existsSync(file))
      .map(([path, file]) => [path, readFileSync(file, "utf8")]),
  );
}

const documents: Files = new Map(documentFiles().map(({ path, text }) => [path, text]));
/** With documents that are written but not yet known to git. */
const files: Files = new Map([...repositoryFiles(), ...documents]);

const codePatterns = [
  "{src,test,packaging}/**",
  "Makefile",
  "*.{json,jsonc,toml}",
  "drizzle.config.ts",
  ".ci/*",
].map((pattern) => new Bun.Glob(pattern));
const code: Files = new Map(
  [...files].filter(([path]) => codePatterns.some((pattern) => pattern.match(path))),
);

/** Documents that are no part of the repository; in parts, so that this file mentions none. */
const outside = [
  ...["SPEC", "DESIGN", "WIRE", "THREATS", "TOOLCHAIN", "STYLE", "UI", "OFREP", "CLUSTER"],
].map((name) => `${name}.md`);

function listed(references: readonly Reference[]): readonly string[] {
  return references.map(({ from, written }) => `${from}: ${written}`);
}

test("every link of a document leads to a file, and to a heading of it", () => {
  expect(documents.size).toBeGreaterThan(0);
  expect([...documents.values()].flatMap(relativeLinksOf)).not.toEqual([]);
  expect(listed(brokenLinks(documents, files))).toEqual([]);
});

test("every document that the code names is there, with the heading that it names", () => {
  expect(code.size).toBeGreaterThan(100);
  expect(listed(brokenReferences(code, files))).toEqual([]);
});

test("no file mentions a document that is no part of the repository", () => {
  expect(listed(mentionsOf(outside, files))).toEqual([]);
});

/** The folder of the documents, apart from the names below it, which would be references here. */
const folder = "docs";

const guide = `# Guide to \`gatehouse\`: first steps, and more!

## Set up
## Set up
### A [link](other.md) in_a heading #

\`\`\`sh
# No heading [and no link](nowhere.md)
\`\`\`
`;

test("headings have the anchors that GitHub gives them", () => {
  expect([...anchorsOf(guide)]).toEqual([
    "guide-to-gatehouse-first-steps-and-more",
    "set-up",
    "set-up-1",
    "a-link-in_a-heading",
  ]);
});

test("a link that leads nowhere is found, wherever it stands", () => {
  const around: Files = new Map([
    [`${folder}/guide.md`, guide],
    ["src/main.ts", ""],
  ]);
  const broken = (text: string, from = "README.md") =>
    brokenLinks(new Map([[from, text]]), new Map([...around, [from, text]])).map(
      ({ written }) => written,
    );
  const good = [
    `[a](${folder}/guide.md), [b](${folder}/guide.md#set-up-1 "Title") and [c](src/main.ts)`,
    "[a](https://example.com/nowhere.md#x) and [b](mailto:someone@example.com)",
    "# Here\n[a](#here)",
    "`[a](nowhere.md)` and\n```text\n[a](nowhere.md)\n```\n",
    "<!-- [a](nowhere.md) -->",
  ];
  for (const text of good) {
    expect(broken(text)).toEqual([]);
  }
  expect(broken("[a](../src/main.ts) [b](guide.md#set-up)", `${folder}/more.md`)).toEqual([]);
  const bad = [
    "nowhere.md",
    "src",
    "#nowhere",
    `${folder}/guide.md#set-up-2`,
    `${folder}/guide.md#no-heading-and-no-link`,
    "src/main.ts#L1",
    "../README.md",
    "/src/main.ts",
  ];
  for (const target of bad) {
    expect(broken(`Text, [text](${target}).`)).toEqual([target]);
    expect(broken(`[text]: ${target}\n`)).toEqual([target]);
  }
});

test("a reference of code to a document that is not there is found", () => {
  const around: Files = new Map([[`${folder}/guide.md`, guide]]);
  const broken = (text: string) =>
    brokenReferences(new Map([["src/a.ts", text]]), around).map(({ written }) => written);
  const good = ["guide.md", "guide.md#set-up", "guide.md#set-up-1"];
  const bad = ["other.md", "guide.md#setup", "guide.md#", "Guide.md", "other.md#set-up"];
  for (const target of good) {
    expect(broken(`/** As told (${folder}/${target}). */`)).toEqual([]);
  }
  for (const target of bad) {
    expect(broken(`// ${folder}/${target}, as is told there`)).toEqual([`${folder}/${target}`]);
  }
  expect(broken(`import "../${folder}/other.md"; "my${folder}/other.md";`)).toEqual([]);
});

test("a mention of a document from outside is found, and no other name is one", () => {
  const [first = "", ...rest] = outside;
  const mentioned = (text: string) =>
    mentionsOf(outside, new Map([["src/a.ts", text]])).map(({ written }) => written);
  expect(rest).not.toEqual([]);
  for (const name of outside) {
    expect(mentioned(`// ${name} section 5; see (shared/${name}).`)).toEqual([name, name]);
  }
  expect(mentioned(`MY${first} MY-${first} ${first}x ${first.toLowerCase()} README.md`)).toEqual(
    [],
  );
});
