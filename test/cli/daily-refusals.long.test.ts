import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { describePlaces, runShell } from "./daily-shells.ts";
import { words } from "./in-memory-shell.ts";

/** Nobody can be asked, so these commands must say that they are meant. */
const noTerminal = "there is no terminal to ask for confirmation; --yes skips the question";
const typo = 'there is no feature "serch"; did you mean "search"?';

/** A command line, its exit code and the reason on the error output. */
const refused: readonly (readonly [line: string, code: number, reason: string])[] = [
  ["feature delete search", 2, noTerminal],
  ["feature rollback search --at 2000-01-01", 2, noTerminal],
  ["feature delete serch --yes", 1, typo],
  ["feature clear serch", 1, typo],
  ["feature disable serch", 1, typo],
  ["feature disable serch -a User;1", 1, typo],
  ["feature show serch", 1, typo],
  ["feature rollback serch --at 2000-01-01 --yes", 1, typo],
  ["feature copy serch --from production --to staging", 1, typo],
  ["feature rollback search --to 99 --yes", 1, "There is no such audit"],
  ["feature rollback search --yes", 2, "--to or --at is missing"],
  ["feature rollback search --to 1 --at 1d", 2, "--to and --at contradict each other"],
  ["feature enable", 2, "KEY is missing"],
  ["feature enable ''", 2, 'KEY must be a name of 1 to 255 characters, and not . or .., not ""'],
  [
    "feature delete .. --yes",
    2,
    'KEY must be a name of 1 to 255 characters, and not . or .., not ".."',
  ],
  [
    "feature enable search -p 5%",
    2,
    '--percentage-of-actors must be an integer from 0 to 100, not "5%"',
  ],
  ["feature enable search -p 5 -p 6", 2, "--percentage-of-actors is given more than once"],
  ["feature enable search -a", 2, "-a needs a value"],
  ["feature enable search -x []", 2, "--expression must be a JSON object, such as"],
  ["feature enable search -x @/dev/null", 2, "--expression must be JSON"],
  ["feature enable search -x @/none", 2, '"/none" cannot be read: no such file or directory'],
  [
    "feature enable search -g staff -x '{\"Nope\":[]}'",
    1,
    '--expression: At the root: "Nope" is not an operator',
  ],
  [
    'feature enable search -x \'{"Any":[{"Equal":[1,1],"Equal":[1,2]}]}\'',
    2,
    '--expression must not name the member "Equal" twice',
  ],
  [
    "feature enable search -x '{\"Equal\":[9007199254740993,1]}'",
    2,
    "--expression must not hold an integer outside of -(2^53 - 1) to 2^53 - 1",
  ],
  [
    `feature enable search -p 5 -a last ${Array.from({ length: 999 }, (_, id) => `-a User;${id}`).join(" ")}`,
    2,
    "at most 1,000 gate values can be changed in one step",
  ],
  [
    "check search -a 1 --property plan:=9007199254740993",
    2,
    "--property must not hold an integer outside of -(2^53 - 1) to 2^53 - 1",
  ],
  [
    'check search -a 1 --property \'plan:={"a":[{"b":1,"b":2}]}\'',
    2,
    '--property must not name the member "b" twice',
  ],
  ["feature list --state open", 2, '--state must be one of on, off, conditional, not "open"'],
  ["check", 2, "KEY is missing"],
  ["check ''", 2, 'KEY must be a name of 1 to 255 characters, and not . or .., not ""'],
  ["check search '' -a 1", 2, "KEY must be a name of 1 to 255 characters, and not . or .."],
  ["check search .. -a 1", 2, "KEY must be a name of 1 to 255 characters, and not . or .."],
  ["check search --property plan=pro", 2, "--property belongs to an actor; name it with --actor"],
  ["check search -a 1 --property plan", 2, "--property must be NAME=TEXT or NAME:=JSON"],
  ["check search -a 1 --property a:=x", 2, "--property must have JSON after :="],
  ["check search -a 1 --property a=1 --property a=2", 2, "--property names one property twice"],
  ["audit list --by search", 2, '--by must be token:ID or user:ID, not "search"'],
  [
    "audit list --since yesterday",
    2,
    "--since must be a time such as 2026-01-31T12:00:00Z, a date",
  ],
  [
    "audit list --since 2026-01-31T12:00",
    2,
    "--since must be a time such as 2026-01-31T12:00:00Z, a date",
  ],
  ["audit list --since 2026-02-31", 2, "--since must be a time such as"],
  ["audit list --until 2026-02-29T00:00:00Z", 2, "--until must be a time such as"],
  ["audit list --until 2026-01-31T12:00:00+24:00", 2, "--until must be a time such as"],
  ["feature rollback search --at 2026-04-31 --yes", 2, "--at must be a time such as"],
  [
    "feature rollback search --at 9999-12-31 --yes",
    1,
    "at must not be in the future; the clock of the server shows",
  ],
  ["audit follow --after -1", 2, "--after must be an integer from 0 to"],
  ["telemetry summary --days 0", 2, "--days must be an integer from 1 to 36500"],
  ["diff production", 2, "OTHER is missing"],
  ["import --dry-run /dev/null", 1, "Import invalid: the JSON is not complete"],
];

describePlaces("what is refused", (shell) => {
  test("is one line with the exit code, and changes nothing", async () => {
    await shell().run("feature enable search -a User;1");
    const before = await Promise.all([shell().run("export"), shell().run("audit list")]);
    for (const [line, code, reason] of refused) {
      const ran = await shell().run(line);
      expect([line, ran.code, ran.out]).toEqual([line, code, ""]);
      expect(ran.err).toStartWith(`gatehouse: ${reason}`);
      expect(ran.err).toMatch(/^[^\n]+\n$/);
    }
    expect(await Promise.all([shell().run("export"), shell().run("audit list")])).toEqual(before);
  });

  test("names the environment that was probably meant", async () => {
    const { code, out, err } = await shell().run("feature enable search --environment stagin");
    expect([code, out]).toEqual([shell().isRemote ? 2 : 1, ""]);
    expect(err).toStartWith(
      shell().isRemote
        ? "gatehouse: the token in GATEHOUSE_TOKEN is for the environment production, not for"
        : 'gatehouse: there is no environment "stagin"; did you mean "staging"?',
    );
    expect(await shell().run("check search -a 1 --environment stagin")).toMatchObject({
      code: 2,
      out: "",
    });
  });
});

describe("questions on a terminal", () => {
  const answers: readonly (readonly [answer: string | null, isDone: boolean])[] = [
    [null, false],
    ["", false],
    ["n", false],
    ["search", false],
    ["y", true],
    [" YES ", true],
  ];
  describePlaces("that are answered", (shell) => {
    test("do only what is confirmed", async () => {
      for (const [answer, isDone] of answers) {
        await shell().run("feature create search");
        const questions: string[] = [];
        const ask = async (question: string) => {
          questions.push(question);
          return answer;
        };
        const ran = await shell().run("feature delete search", { output: { ask } });
        expect(ran).toEqual(
          isDone
            ? { code: 0, out: "deleted search from every environment\n", err: "" }
            : { code: 1, out: "", err: "gatehouse: nothing was changed\n" },
        );
        expect(questions).toEqual(["Delete search from every environment? [y/N] "]);
        expect((await shell().run("feature show search")).code).toBe(isDone ? 1 : 0);
      }
    });

    test("show what an import deletes before they ask, if it deletes anything", async () => {
      using directory = new TemporaryDirectory();
      const file = join(directory.path, "features.json");
      await Bun.write(file, '{"features":{"kept":{"boolean":"true"}}}');
      await shell().run("feature enable kept");
      const questions: string[] = [];
      const runAnswering = (line: string, answer: string) =>
        shell().run(line, {
          output: {
            ask: async (question) => {
              questions.push(question);
              return answer;
            },
          },
        });
      await shell().run("feature enable lost");
      const before = await shell().run("export");
      const refused = await runAnswering(`import ${file}`, "n");
      expect(refused).toMatchObject({ code: 1, out: "" });
      expect(refused.err).toMatch(/^FEATURE +WOULD BE +CHANGES\nlost +removed +remove\n/);
      expect(refused.err).toEndWith("gatehouse: nothing was changed\n");
      expect(await shell().run("export")).toEqual(before);
      const imported = { code: 0, out: "imported 1 feature into production\n" };
      expect(await runAnswering(`import ${file}`, "y")).toMatchObject(imported);
      expect(questions).toEqual(["Do this? [y/N] ", "Do this? [y/N] "]);
      expect((await shell().run("feature show lost")).code).toBe(1);
      // Nothing is lost, --yes, and nobody who can be asked.
      expect(await runAnswering(`import ${file}`, "n")).toEqual({ ...imported, err: "" });
      await shell().run("feature enable lost");
      expect(await runAnswering(`import ${file} --yes`, "n")).toEqual({ ...imported, err: "" });
      await shell().run("feature enable lost");
      expect(await shell().run(`import ${file}`)).toEqual({ ...imported, err: "" });
      expect(questions).toHaveLength(2);
    });

    test("show what a rollback does before they ask, and do nothing else", async () => {
      await shell().run("feature enable undone");
      const preview =
        "a rollback of undone in production would do this:\n  disable\nthis takes back 2 audits\n";
      const rollback = (ask: () => Promise<string>) =>
        shell().run("feature rollback undone --at 2000-01-01", { output: { ask } });
      expect(await rollback(async () => "n")).toEqual({
        code: 1,
        out: "",
        err: `${preview}gatehouse: nothing was changed\n`,
      });
      // Somebody else changes the feature while the question is on the screen.
      const late = await rollback(async () => {
        await shell().run("feature enable undone -p 10");
        return "y";
      });
      expect([late.code, late.out]).toEqual([1, ""]);
      expect(late.err).toContain("has changed since");
      expect((await shell().run("feature show undone")).out).toContain("undone is on");
      const done = await rollback(async () => "y");
      expect([done.code, done.out.split("\n")[0]]).toEqual([
        0,
        "rolled undone back in production:",
      ]);
      expect((await shell().run("feature show undone")).out).toContain("undone is off");
    });
  });
});

test("a directory without data is named, with what helps", async () => {
  using directory = new TemporaryDirectory();
  for (const line of [
    "feature list",
    "feature describe a",
    "check a",
    "status",
    "diff a b",
    "export",
    "import /dev/null",
  ]) {
    const ran = await runShell(words(line), { variables: { GATEHOUSE_DATA: directory.path } });
    const help = `the first "gatehouse serve" creates it; --url calls a server instead (see gatehouse`;
    expect(ran).toMatchObject({ code: 2, out: "" });
    expect(ran.err).toStartWith(`gatehouse: there is no data in "${directory.path}"; ${help}`);
  }
});
