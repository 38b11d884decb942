import { expect, test } from "bun:test";
import type { NameLookups } from "../../src/cli/completion/completion-names-subcommand.ts";
import { namesSubcommand } from "../../src/cli/completion/completion-names-subcommand.ts";
import { directoryAccess } from "../../src/cli/data-access/directory-access.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import { OldDirectory } from "../upgrade/old-directory.ts";
import { describePlaces } from "./daily-shells.ts";
import { startShell } from "./in-memory-shell.ts";

const nobody: NameLookups = {
  features: () => Promise.resolve([]),
  environments: () => Promise.resolve([]),
};

async function names(lookups: Partial<NameLookups>, argv: readonly string[], limitMs?: number) {
  const texts: string[] = [];
  const write = (text: string) => void texts.push(text);
  const command = namesSubcommand({ ...nobody, ...lookups }, limitMs);
  const program = { name: "gatehouse", version: "1", summary: "", commands: [command] };
  const code = await runCli(["names", ...argv], {}, { out: write, err: write }, program);
  return [code, texts.join("")];
}

const found = (...list: readonly string[]) => ({ features: () => Promise.resolve(list) });

test("names that begin with the part come first, in any letter case, and others hold it", async () => {
  const all = found("research", "Search", "other", "sea rch", "SEA");
  expect(await names(all, ["features", "--", "sea"])).toEqual([
    0,
    "Search\nsea rch\nSEA\nresearch\n",
  ]);
  expect(await names(all, ["features"])).toEqual([0, "research\nSearch\nother\nsea rch\nSEA\n"]);
  expect(await names(found("-dash", "a"), ["features", "--", "-d"])).toEqual([0, "-dash\n"]);
});

test("a name that could end its line or that a terminal obeys is left out", async () => {
  const all = found("a\nb", "a\tb", "\u001b[31m", "ok", "a\u2028b");
  expect(await names(all, ["features"])).toEqual([0, "ok\n"]);
});

test("at most 1,000 names are printed", async () => {
  const all = Array.from({ length: 5_000 }, (_, index) => `feature-${index}`);
  const [code, text] = await names(found(...all), ["features"]);
  expect([code, String(text).trimEnd().split("\n")]).toEqual([0, all.slice(0, 1_000)]);
});

test("nothing is printed if the names cannot be had, in time or at all", async () => {
  const failing = { features: () => Promise.reject(new Error("no server, and no data")) };
  expect(await names(failing, ["features"])).toEqual([1, ""]);
  const waiting = { features: () => new Promise<readonly string[]>(() => undefined) };
  expect(await names(waiting, ["features"], 1)).toEqual([1, ""]);
  for (const argv of [[], ["tokens"], ["features", "--prot=1"], ["features", "a", "b", "c"]]) {
    expect(await names(nobody, argv)).toEqual([2, ""]);
  }
});

test("environments are those of the project and the data directory that the flags name", async () => {
  const shell = await startShell(() => 0);
  await shell.run("environment", "create", "Load test");
  await shell.run("project", "create", "Other project");
  const slugs = ["completion", "names", "environments"];
  expect(await shell.run(...slugs)).toEqual({
    code: 0,
    out: "production\nload-test\n",
    err: "",
  });
  expect(
    (await shell.run(...slugs, "--project=Other project", "--data=there", "--", "prod")).out,
  ).toBe("production\n");
  expect(shell.directories.at(-1)).toBe("there");
  expect(await shell.run(...slugs, "--project=none")).toEqual({ code: 1, out: "", err: "" });
});

describePlaces("names", (shell) => {
  test("of features and environments are those of the place", async () => {
    const { run, isRemote } = shell();
    const keys = ["my feature", "team:search", "$(touch made)"];
    for (const key of keys) {
      await run(`feature create '${key}'`);
    }
    const features = "$(touch made)\nmy feature\nteam:search\n";
    expect(await run("completion names features")).toEqual({ code: 0, out: features, err: "" });
    expect((await run("completion names features -- TEAM:")).out).toBe("team:search\n");
    const slugs = (await run("completion names environments")).out.split("\n");
    expect(slugs).toContain("production");
    // A token sees its own environment only.
    expect(slugs.includes("staging")).toBe(!isRemote);
  });

  test("are not printed where the place refuses", async () => {
    const refused = shell().isRemote
      ? { variables: { GATEHOUSE_TOKEN: "not-a-token-of-this-server" } }
      : { variables: { GATEHOUSE_DATA: "/nowhere" } };
    for (const kind of ["features", "environments"]) {
      const nothing = { code: 1, out: "", err: "" };
      expect(await shell().run(`completion names ${kind}`, refused)).toEqual(nothing);
      const elsewhere = `completion names ${kind} --data=/nowhere`;
      expect(await shell().run(elsewhere)).toEqual(nothing);
    }
    const unknown = "completion names features --environment=none";
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
  expect(out).not.toContain("names");
  expect((await shell.run("completion", "nams")).err).not.toContain("names");
});
