import { expect, test } from "bun:test";
import { documentedProgram } from "../../packaging/documented-program.ts";
import {
  lineSubcommand,
  type NameLookups,
} from "../../src/cli/completion/completion-line-subcommand.ts";
import { directoryAccess } from "../../src/cli/data-access/directory-access.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import { OldDirectory } from "../upgrade/old-directory.ts";
import { describePlaces } from "./daily-shells.ts";
import { startShell } from "./in-memory-shell.ts";

const nobody: NameLookups = {
  features: () => Promise.resolve([]),
  environments: () => Promise.resolve([]),
};

/** The exit code and the printed text of `gatehouse completion line`. */
async function completed(lookups: Partial<NameLookups>, argv: readonly string[], limitMs?: number) {
  const texts: string[] = [];
  const write = (text: string) => void texts.push(text);
  const command = lineSubcommand(() => documentedProgram, { ...nobody, ...lookups }, limitMs);
  const program = { name: "gatehouse", version: "1", summary: "", commands: [command] };
  const code = await runCli(["line", ...argv], {}, { out: write, err: write }, program);
  return [code, texts.join("")] as const;
}

/** The names for the argument of `gatehouse feature show`. */
const names = (lookups: Partial<NameLookups>, part: string, limitMs?: number) =>
  completed(lookups, ["--", "feature", "show", part], limitMs);

const found = (...list: readonly string[]) => ({ features: () => Promise.resolve(list) });

test("the answer has the kind, the part that stays, and the candidates with descriptions", async () => {
  const answer = async (...words: readonly string[]) =>
    (await completed(nobody, ["--", ...words]))[1].split("\n").slice(0, 4);
  expect(await answer("group", "strict", "")).toEqual(["words", "", "on", "off"]);
  expect(await answer("limits", "set", "--custom")).toEqual([
    "words",
    "",
    "--custom-environments\tHow many custom environments the organization may have",
    "--tokens-per-environment\tHow many active tokens each environment may have",
  ]);
  expect(await answer("serve", "--data=a")).toEqual(["directories", "--data=", ""]);
  expect(await answer("import", "--", "--json")).toEqual(["files", "", ""]);
  expect(await answer("import", "-", "")).toEqual(["words", "", ""]);
});

test("names that begin with the part come first, in any letter case, and others hold it", async () => {
  const all = found("research", "Search", "other", "sea rch", "SEA");
  expect(await names(all, "sea")).toEqual([0, "features\n\nSearch\nsea rch\nSEA\nresearch\n"]);
  expect(await names(all, "")).toEqual([0, "features\n\nresearch\nSearch\nother\nsea rch\nSEA\n"]);
  const dashes = ["--", "feature", "show", "--", "-d"];
  expect(await completed(found("-dash", "a"), dashes)).toEqual([0, "features\n\n-dash\n"]);
});

test("a name that could end its line or that a terminal obeys is left out", async () => {
  const all = found("a\nb", "a\tb", "\u001b[31m", "ok", "a\u2028b");
  expect(await names(all, "")).toEqual([0, "features\n\nok\n"]);
});

test("at most 1,000 names are printed", async () => {
  const all = Array.from({ length: 5_000 }, (_, index) => `feature-${index}`);
  const [code, text] = await names(found(...all), "");
  expect([code, text.trimEnd().split("\n").slice(2)]).toEqual([0, all.slice(0, 1_000)]);
});

test("nothing is printed if the names cannot be had, in time or at all", async () => {
  const failing = { features: () => Promise.reject(new Error("no server, and no data")) };
  expect(await names(failing, "")).toEqual([1, ""]);
  const waiting = { features: () => new Promise<readonly string[]>(() => undefined) };
  expect(await names(waiting, "", 1)).toEqual([1, ""]);
  expect(await completed(nobody, ["--prot=1"])).toEqual([2, ""]);
  const twice = ["--", "feature", "show", "--data=a", "--data=b", ""];
  expect(await completed(nobody, twice)).toEqual([1, ""]);
});

test("environments are those of the project and the data directory that the flags name", async () => {
  const shell = await startShell(() => 0);
  await shell.run("environment", "create", "Load test");
  await shell.run("project", "create", "Other project");
  const line = ["completion", "line", "--", "export"];
  expect(await shell.run(...line, "--environment", "")).toEqual({
    code: 0,
    out: "environments\n\nproduction\nload-test\n",
    err: "",
  });
  const other = ["--project=Other project", "--data", "there", "--environment=prod"];
  expect((await shell.run(...line, ...other)).out).toBe(
    "environments\n--environment=\nproduction\n",
  );
  expect(shell.directories.at(-1)).toBe("there");
  expect(await shell.run(...line, "--project=none", "--environment", "")).toEqual({
    code: 1,
    out: "",
    err: "",
  });
});

describePlaces("names", (shell) => {
  test("of features and environments are those of the place", async () => {
    const { run, isRemote } = shell();
    const keys = ["my feature", "team:search", "$(touch made)"];
    for (const key of keys) {
      await run(`feature create '${key}'`);
    }
    const features = "features\n\n$(touch made)\nmy feature\nteam:search\n";
    const line = "completion line -- feature show";
    expect(await run(`${line} ''`)).toEqual({ code: 0, out: features, err: "" });
    expect((await run(`${line} TEAM:`)).out).toBe("features\n\nteam:search\n");
    const slugs = (await run("completion line -- export --environment ''")).out.split("\n");
    expect(slugs).toContain("production");
    // A token sees its own environment only.
    expect(slugs.includes("staging")).toBe(!isRemote);
  });

  test("are not printed where the place refuses", async () => {
    const refused = shell().isRemote
      ? { variables: { GATEHOUSE_TOKEN: "not-a-token-of-this-server" } }
      : { variables: { GATEHOUSE_DATA: "/nowhere" } };
    for (const line of ["feature show", "environment delete"]) {
      const nothing = { code: 1, out: "", err: "" };
      expect(await shell().run(`completion line -- ${line} ''`, refused)).toEqual(nothing);
      const elsewhere = `completion line -- ${line} --data=/nowhere ''`;
      expect(await shell().run(elsewhere)).toEqual(nothing);
    }
    const unknown = "completion line -- feature show --environment=none ''";
    expect(await shell().run(unknown)).toMatchObject({ out: "", err: "" });
  });
});

test("an older database is not migrated because somebody types", async () => {
  using old = new OldDirectory("0004_accounts");
  const place = { directory: old.path, database: undefined };
  const access = directoryAccess({
    open: () => expect.unreachable(),
    openTelemetry: () => expect.unreachable(),
    openDatabase: () => expect.unreachable(),
    openDatabaseTelemetry: () => expect.unreachable(),
    onWarning: () => expect.unreachable(),
    version: "1",
    now: Date.now,
  });
  const { send } = access.look.connectAt(place);
  await expect(send("/admin/v1/environments")).rejects.toThrow("older version");
});

test("the command is for programs: no help and no list names it", async () => {
  const shell = await startShell(() => 0);
  const { out } = await shell.run("completion", "--help");
  expect(out).toContain("  bash  ");
  expect(out).not.toContain("  line  ");
  expect((await shell.run("completion", "lin")).err).not.toContain("line");
});
