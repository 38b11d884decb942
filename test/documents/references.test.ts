import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { documentFiles, exampleDocuments, repositoryRoot } from "./document-files.ts";
import {
  anchorsOf,
  brokenLinks,
  brokenReferences,
  type Files,
  mentionsOf,
  missingPaths,
  type Reference,
  relativeLinksOf,
} from "./references.ts";

/** Returns all files that are tracked by git and exist. */
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

const documents: Files = new Map(
  [...documentFiles(), ...exampleDocuments()].map(({ path, text }) => [path, text]),
);
/** Includes documents that git does not track yet. */
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

/** Documents outside the repository; split, so that this file does not mention them. */
const outside = [
  ...["SPEC", "DESIGN", "WIRE", "THREATS", "TOOLCHAIN", "STYLE", "UI", "OFREP", "CLUSTER"],
].map((name) => `${name}.md`);

function listed(references: readonly Reference[]): readonly string[] {
  return references.map(({ from, written }) => `${from}: ${written}`);
}

test("every link of a document has an existing file and heading as its target", () => {
  expect(documents.size).toBeGreaterThan(0);
  expect([...documents.values()].flatMap(relativeLinksOf)).not.toEqual([]);
  expect(listed(brokenLinks(documents, files))).toEqual([]);
});

test("every path that a document names exists", () => {
  expect(listed(missingPaths(documents, files))).toEqual([]);
});

test("every document and heading that the code refers to exists", () => {
  expect(code.size).toBeGreaterThan(100);
  expect(listed(brokenReferences(code, files))).toEqual([]);
});

test("no file mentions a document outside the repository", () => {
  expect(listed(mentionsOf(outside, files))).toEqual([]);
});

/** The folder of the documents; joined with names below, so that this file has no references. */
const folder = "docs";

const guide = `# Guide to \`gatehouse\`: first steps, and more!

## Set up
## Set up
### A [link](other.md) in_a heading #

\`\`\`sh
# No heading [and no link](nowhere.md)
\`\`\`
`;

test("headings have the anchors of GitHub", () => {
  expect([...anchorsOf(guide)]).toEqual([
    "guide-to-gatehouse-first-steps-and-more",
    "set-up",
    "set-up-1",
    "a-link-in_a-heading",
  ]);
});

test("a broken link is found anywhere in a document", () => {
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

test("a path in inline code that is no file and no folder is found", () => {
  const around: Files = new Map([["src/http/fetch.ts", ""]]);
  const missing = (text: string) =>
    missingPaths(new Map([["README.md", text]]), around).map(({ written }) => written);
  expect(missing("`src/http/fetch.ts`, `src/http/`, `src/http` and src/nowhere.ts")).toEqual([]);
  expect(missing("`src/http/fetch`, `src/htt` and `test/a.ts`")).toEqual([
    "src/http/fetch",
    "src/htt",
    "test/a.ts",
  ]);
});

test("a reference of code to a missing document or heading is found", () => {
  const around: Files = new Map([[`${folder}/guide.md`, guide]]);
  const broken = (text: string) =>
    brokenReferences(new Map([["src/a.ts", text]]), around).map(({ written }) => written);
  const good = ["guide.md", "guide.md#set-up", "guide.md#set-up-1"];
  const bad = ["other.md", "guide.md#setup", "guide.md#", "Guide.md", "other.md#set-up"];
  for (const target of good) {
    expect(broken(`/** As described (${folder}/${target}). */`)).toEqual([]);
  }
  for (const target of bad) {
    expect(broken(`// ${folder}/${target}, as described`)).toEqual([`${folder}/${target}`]);
  }
  expect(broken(`import "../${folder}/other.md"; "my${folder}/other.md";`)).toEqual([]);
});

test("a mention of a document outside the repository is found, and similar names are not", () => {
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
