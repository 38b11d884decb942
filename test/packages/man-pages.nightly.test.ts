import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { documentedProgram } from "../../packaging/documented-program.ts";
import { manPages } from "../../packaging/man-pages.ts";
import { releaseDate } from "../../packaging/release-date.ts";
import { isSubcommandGroup, isVisible, type SubcommandEntry } from "../../src/cli/subcommand.ts";
import { flagNames } from "../../src/config/arguments.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

const isRequired = process.env.CI === "true";
const pages = manPages(documentedProgram, "2026-01-31");

/** Runs a program in a terminal of 80 columns; `text` is what it writes, without styles. */
async function run(argv: readonly string[]) {
  const child = Bun.spawn([...argv], {
    env: {
      PATH: process.env.PATH ?? "",
      LC_ALL: "C.UTF-8",
      MANWIDTH: "80",
      GROFF_NO_SGR: "1",
      MAN_KEEP_FORMATTING: "",
    },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [text, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, text: text.replace(overstrikes, ""), err };
}

const overstrikes = new RegExp(`.${String.fromCharCode(8)}`, "g");

async function withFiles(work: (paths: readonly string[]) => Promise<void>): Promise<void> {
  using directory = new TemporaryDirectory();
  const paths = pages.map(({ name }) => join(directory.path, name));
  await Promise.all(pages.map(({ source }, index) => Bun.write(paths[index] ?? "", source)));
  await work(paths);
}

function commandsIn(entry: SubcommandEntry): readonly string[] {
  return isSubcommandGroup(entry)
    ? entry.commands.filter(isVisible).flatMap(commandsIn)
    : [
        entry.summary,
        ...entry.positionals.map(({ description }) => description),
        ...entry.options.flatMap((option) => [...flagNames(option), option.description]),
        ...(entry.examples ?? []).map(({ text }) => text),
      ];
}

const words = (text: string) => text.replace(/[\s‐-]+/g, " ").trim();

test("there is a page of the program, and of each command and group", () => {
  const entries = documentedProgram.commands.filter(isVisible);
  expect(pages.map(({ name }) => name)).toEqual([
    "gatehouse.1",
    ...entries.map(({ name }) => `gatehouse-${name}.1`),
  ]);
});

describe.skipIf(Bun.which("man") === null && !isRequired)("Debian's man", () => {
  test("shows all that the definitions say, in 80 columns, without a warning", async () => {
    await withFiles(async (paths) => {
      const shown = await Promise.all(
        paths.map((path) => run(["man", "--warnings", "--local-file", path])),
      );
      expect(shown.map(({ code, err }) => [code, err])).toEqual(paths.map(() => [0, ""]));
      const [ofProgram, ...others] = shown.map(({ text }) => text);
      for (const text of [ofProgram ?? "", ...others]) {
        const widths = text.split("\n").map((line) => Bun.stringWidth(line));
        expect(Math.max(...widths)).toBeLessThanOrEqual(80);
      }
      for (const [index, entry] of documentedProgram.commands.filter(isVisible).entries()) {
        const text = words(others[index] ?? "");
        expect(words(ofProgram ?? "")).toContain(words(entry.summary));
        for (const said of commandsIn(entry)) {
          expect(text).toContain(words(said));
        }
      }
    });
  });
});

test.skipIf(Bun.which("mandoc") === null && !isRequired)("mandoc warns of nothing", async () => {
  await withFiles(async (paths) => {
    expect(await run(["mandoc", "-T", "lint", "-W", "warning", ...paths])).toEqual({
      code: 0,
      text: "",
      err: "",
    });
  });
});

test("signs that the format would read are shown as they are", () => {
  const command = {
    name: "odd",
    summary: "Prints C:\\new\\n, 'quotes' and `code`.\n.SH is no heading.",
    examples: [{ line: "gatehouse odd --a '.b' \\c", text: ".First a dot." }],
    options: [],
    positionals: [{ placeholder: "A-B", description: "'Quoted' first." }],
    run: () => Promise.resolve(0),
  };
  const [, page] = manPages({ ...documentedProgram, commands: [command] }, "2026-01-31");
  const source = page?.source ?? "";
  expect(source).toContain("Prints C:\\enew\\en, \\(aqquotes\\(aq and \\(gacode\\(ga.\n\\&.SH is");
  expect(source).toContain("gatehouse odd \\-\\-a \\(aq.b\\(aq \\ec");
  expect(source).toContain("\\&.First a dot.");
  expect(source).toContain("\\fIA\\-B\\fR\n\\(aqQuoted\\(aq first.");
});

test("pages have the date of the newest version", () => {
  const changelog =
    "# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - 2026-02-01\n\n## [1.0.0] - 2026-01-01\n";
  expect(releaseDate(changelog)).toBe("2026-02-01");
  expect(() => releaseDate("# Changelog\n")).toThrow("no version with a date");
  expect(pages[0]?.source).toStartWith('.TH "GATEHOUSE" "1" "2026-01-31" "gatehouse ');
});
