import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { documentFiles, repositoryRoot } from "./document-files.ts";
import { type PromiseSentence, promisesIn } from "./promise-sentences.ts";
import { anchorsOf } from "./references.ts";
import { codesIn, legendIn, promiseRowsIn } from "./reliability-table.ts";

const path = "docs/reliability.md";
const reliability = readFileSync(join(repositoryRoot, path), "utf8");
const rows = promiseRowsIn(reliability, path);
const legend = legendIn(reliability, path);
const faultCount = 8;
const wordsMax = 900;

interface Exception {
  readonly section: string;
  /** How the sentence begins. */
  readonly text: string;
  readonly reason: string;
}

/** Sentences that sound like promises under a fault. */
const exceptions: readonly Exception[] = [
  {
    section: "docs/decisions.md#imports-and-migrations",
    text: "No gate is lost without a message.",
    reason: "about gates that an import refuses",
  },
  {
    section: "docs/decisions.md#drafts-in-the-web-ui",
    text: "Drafts survive navigation, a restart and the end of a session.",
    reason: "the browser keeps drafts, not the server",
  },
  {
    section: "docs/decisions.md#drafts-in-the-web-ui",
    text: "A draft is never applied twice by mistake, and later input stays.",
    reason: "about what a person types during an answer",
  },
  {
    section: "docs/decisions.md#simulation",
    text: "Telemetry uses real files, and a power cut returns the write-ahead log",
    reason: "about a model in a test",
  },
  {
    section: "docs/governance.md#ci-jobs",
    text: "It is at most 10 minutes old, and counts once.",
    reason: "about stolen tokens of jobs",
  },
  {
    section: "docs/guides/roll-out.md#4-roll-it-out-in-steps",
    text: "No actor who has the feature loses it in a later step.",
    reason: "about percentages, without a fault",
  },
  {
    section: "docs/internals.md#permits",
    text: "That is a fault of the program: the answer is 500, and nothing is kept.",
    reason: "about a mistake in the program",
  },
  {
    section: "docs/operations.md#demo",
    text: "If the server was killed, or its terminal was closed,",
    reason: "a demo deletes its data",
  },
  {
    section: "docs/operations.md#upgrade",
    text: "Changes since the backup are lost.",
    reason: "a person restores an older version",
  },
  {
    section: "docs/performance.md#hostile-load",
    text: "how long the attack took;",
    reason: "the benchmark kills the server",
  },
];

function isExcepted({ section, text }: PromiseSentence): boolean {
  return exceptions.some(
    (exception) => exception.section === section && text.startsWith(exception.text),
  );
}

const documents = documentFiles().filter(
  ({ path: file }) => /^(?:README|docs\/)/.test(file) && file !== path && file !== "docs/cli.md",
);
const promises = documents.flatMap(({ path: file, text }) => promisesIn(file, text));

function withoutRow(found: readonly PromiseSentence[]): readonly string[] {
  const linked = new Set(rows.flatMap(({ sections }) => sections));
  return found
    .filter((sentence) => !linked.has(sentence.section) && !isExcepted(sentence))
    .map(({ section, text }) => `${section}: ${text}`);
}

test("every section with a promise has a row", () => {
  expect(promises.length).toBeGreaterThan(60);
  expect(withoutRow(promises)).toEqual([]);
});

test("every row links sections with a promise, and every exception is needed", () => {
  const promising = new Set(promises.map(({ section }) => section));
  const linked = rows.flatMap(({ sections }) => sections);
  expect(rows.filter(({ sections }) => sections.length === 0)).toEqual([]);
  expect(linked.filter((section) => !promising.has(section))).toEqual([]);
  const unneeded = exceptions.filter(
    ({ section, text }) =>
      linked.includes(section) ||
      !promises.some((found) => found.section === section && found.text.startsWith(text)),
  );
  expect(unneeded).toEqual([]);
});

test("every link of a row has a document and a heading as its target", () => {
  const anchors = new Map(documents.map(({ path: file, text }) => [file, anchorsOf(text)]));
  const broken = rows
    .flatMap(({ sections }) => sections)
    .filter((section) => {
      const [file = "", anchor = ""] = section.split("#");
      return !anchors.get(file)?.has(anchor);
    });
  expect(broken).toEqual([]);
});

test("every cell names tests of the list, or says why there is none", () => {
  expect(rows.length).toBeGreaterThan(25);
  const known = new Set(legend.map(({ code }) => code));
  const wrong = rows.flatMap(({ promise, cells }) => [
    ...(cells.length === faultCount ? [] : [`${promise}: ${cells.length} cells`]),
    ...cells
      .filter((cell) => codesIn(cell)?.every((code) => known.has(code)) !== true)
      .map((cell) => `${promise}: ${cell}`),
  ]);
  expect(wrong).toEqual([]);
});

test("every test of the list has one code, is used, and is in its file", () => {
  const used = new Set(rows.flatMap(({ cells }) => cells.flatMap((cell) => codesIn(cell) ?? [])));
  const listed = legend.map(({ code }) => code);
  expect(listed.filter((code, index) => listed.indexOf(code) !== index)).toEqual([]);
  expect(listed.filter((code) => !used.has(code))).toEqual([]);
  const missing = legend.filter(({ file, title }) => {
    const found = join(repositoryRoot, file);
    return (
      !/^test\/.+\.ts$/.test(file) ||
      !existsSync(found) ||
      ![`"${title}`, `\`${title}`].some((text) => readFileSync(found, "utf8").includes(text))
    );
  });
  expect(missing).toEqual([]);
});

test("the document has few words outside its tables", () => {
  const prose = reliability.split("\n").filter((line) => !line.startsWith("|"));
  expect(prose.join(" ").split(/\s+/).length).toBeLessThan(wordsMax);
});

test("a promise in a section without a row is found, and other sentences are not", () => {
  const added = [
    "# Storage\n\n## Queue\n\nNo queued job is lost when the process is killed.\n",
    "| job | what follows |\n| --- | --- |\n| one | It counts once. |\n",
    "\n## Other\n\nThe queue keeps jobs. The list has each name once, in order.\n",
    "```text\nIt survives a power cut.\n```\n",
  ];
  expect(withoutRow(promisesIn("queue.md", added.join("\n")))).toEqual([
    "queue.md#queue: No queued job is lost when the process is killed.",
    "queue.md#queue: It counts once.",
  ]);
});
