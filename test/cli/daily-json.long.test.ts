import { expect, test } from "bun:test";
import { join } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { documentedProgram } from "../../packaging/documented-program.ts";
import { isSubcommandGroup, type SubcommandEntry } from "../../src/cli/subcommand.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { describePlaces } from "./daily-shells.ts";
import { words } from "./in-memory-shell.ts";

/** A command line, and members that its answer has. */
type Step = readonly [line: string, members: Readonly<Record<string, unknown>>];

const environment = "production";
const search = { key: "search", state: "conditional" };
const steps: readonly Step[] = [
  ["feature create 'sea\nrch'", { environment, key: "search", created: true }],
  ["feature create ' search\u200b'", { environment, key: "search", created: false }],
  ["feature enable search -p 5", { environment, created: false, ...search }],
  ["feature list", { environment, features: [search] }],
  ["feature show search", { environment, ...search, details: { owner: null, tags: [] } }],
  ["feature describe search --tags a", { key: "search", tags: ["a"] }],
  ["check search --actor User;3", { environment, features: [{ key: "search", enabled: false }] }],
  [
    "check search nope --actor User;3 --why",
    { environment, actors: ["User;3"], features: [{ known: true }, { known: false, gates: [] }] },
  ],
  ["diff production staging", { from: environment, to: "staging", compared: 1, features: [] }],
  [
    "feature copy search --from production --to staging",
    { from: environment, to: "staging", change_count: 0, ...search },
  ],
  [
    "audit list",
    {
      environment,
      audits: [
        {
          id: 2,
          action: "percentage_of_actors",
          target: { type: "Feature", key: "search" },
          value: "5",
        },
        { id: 1, action: "create", value: null },
      ],
    },
  ],
  ["feature clear search", { environment, key: "search" }],
  [
    "feature rollback search --to 2 --dry-run",
    {
      ...{ environment, key: "search", feature: null, done: false, change_count: 1 },
      changes: [{ action: "percentage_of_actors", value: "5" }],
    },
  ],
  ["feature rollback search --to 2 --yes", { done: true }],
  [
    "telemetry summary --days 1",
    { environment, days: 1, resolution: "hour", features: [{ key: "search" }] },
  ],
  ["telemetry unknown", { environment, keys: [] }],
  ["status", { environment, kind: "production", mode: "hosted", features: 1, project: "Default" }],
  ["feature disable search", { environment, key: "search", state: "off" }],
  ["feature delete search --yes", { environment, key: "search" }],
];

function commandOf([first, ...rest]: readonly string[], entry: SubcommandEntry): SubcommandEntry {
  const found = isSubcommandGroup(entry) && entry.commands.find(({ name }) => name === first);
  return found ? commandOf(rest, found) : entry;
}

describePlaces("--json", (shell) => {
  test("prints one line, with the members that the command documents and no others", async () => {
    for (const [line, members] of steps) {
      const { out, err } = await shell().run(`${line} --json`);
      expect(out).toMatch(/^\{.*\}\n$/);
      const answer: unknown = JSON.parse(out);
      expect([line, answer]).toMatchObject([line, members]);
      const command = commandOf(words(line), documentedProgram);
      const schema = "json" in command ? command.json : undefined;
      if (schema === undefined) {
        throw new Error(`${line} documents no JSON`);
      }
      expect([line, Value.Errors(schema, answer).First()?.path]).toEqual([line, undefined]);
      expect(Value.Clean(schema, JSON.parse(out))).toEqual(answer);
      expect([line, err]).toEqual([line, line.includes("nope") ? expect.any(String) : ""]);
    }
  });

  test("of an import tells what was imported, or would change", async () => {
    using directory = new TemporaryDirectory();
    const file = join(directory.path, "export.json");
    await Bun.write(file, '{"features":{"a":{"boolean":"true"},"b":{}}}');
    const preview = JSON.parse((await shell().run(`import ${file} --dry-run --json`)).out);
    expect(preview).toMatchObject({
      ...{ environment, created: 2, removed: 0 },
      features: [
        { key: "a", change: "created", actions: { create: 1, enable: 1 } },
        { key: "b", change: "created" },
      ],
    });
    expect(await shell().run("feature list --json")).toMatchObject({
      out: '{"environment":"production","features":[]}\n',
    });
    const imported = await shell().run(`import ${file} --json`);
    expect(JSON.parse(imported.out)).toEqual({
      ...{ environment, features: 2, retired: 0, peer: null },
    });
  });
});
