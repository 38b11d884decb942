import { expect, test } from "bun:test";
import { join } from "node:path";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { documentBlocks } from "../documents/document-blocks.ts";
import { startShell } from "./in-memory-shell.ts";

const flipt = `version: "1.4"
flags:
  - key: search
    type: BOOLEAN_FLAG_TYPE
    description: |
      The new
      search
    enabled: true
  - key: checkout
    type: BOOLEAN_FLAG_TYPE
    enabled: false
    rollouts:
      - segment: {key: staff, value: true}
      - threshold: {percentage: 25, value: true}
  - key: color
    type: VARIANT_FLAG_TYPE
    enabled: true
segments:
  - key: staff
    match_type: ALL_MATCH_TYPE
    constraints:
      - {type: STRING_COMPARISON_TYPE, property: plan, operator: eq, value: staff}
`;

/** A shell with a file, and a function that runs `gatehouse import` on it. */
async function startImports(name: string, text: string) {
  const directory = new TemporaryDirectory();
  const file = join(directory.path, name);
  await Bun.write(file, text);
  const shell = await startShell(Date.now, 100);
  return {
    ...shell,
    run: (...argv: readonly string[]) => shell.run(...argv),
    importFile: (...argv: readonly string[]) => shell.run("import", file, ...argv),
    [Symbol.dispose]: () => directory[Symbol.dispose](),
  };
}

test("a file of another system is recognized, shown and merged", async () => {
  using shell = await startImports("flags.yaml", flipt);
  await shell.run("feature", "create", "other");
  const before = await shell.run("export");
  const preview = await shell.importFile("--dry-run");
  expect(preview.out.split("\n").map((line) => line.replace(/\s\s+/g, "  ").trimEnd())).toEqual([
    "FEATURE  CLASS  WOULD BE  REASONS",
    "search  exact  imported",
    "checkout  share  imported  it keeps its percentages, but they choose other actors",
    "color  dropped  not imported  it has variants; only boolean flags can be imported",
    "Flipt, namespace default, version 1.4: 3 features, 1 exact, 1 share, 0 narrower, 1 dropped",
    "FEATURE  WOULD BE  CHANGES",
    "search  created  create, enable",
    "checkout  created  create, enable_expression, percentage_of_actors",
    "the import would create 2, change 0, clear 0 and delete 0 in production; 0 would stay as they are",
    "",
  ]);
  expect(await shell.run("export")).toEqual(before);
  expect(await shell.importFile()).toMatchObject({
    ...{ code: 0, err: "" },
    out: expect.stringContaining("imported 2 features into production\n"),
  });
  expect((await shell.run("export")).out).toMatch(/"checkout":.*"other":.*"search":/);
  const described = await shell.run("feature", "show", "search", "--json");
  expect(JSON.parse(described.out)).toMatchObject({
    details: { description: "The new search" },
  });
});

test("the guide shows the report of its file", async () => {
  const blocks = documentBlocks().filter(({ document }) => document === "docs/migrate.md");
  const [file, report] = ["yaml", "text"].map(
    (kind) => blocks.find(({ language }) => language === kind)?.text,
  );
  using shell = await startImports("flipt.yaml", file ?? "");
  expect((await shell.importFile("--dry-run")).out).toBe(report ?? "");
});

test("features that exist stay as they are, unless --overwrite is given", async () => {
  using shell = await startImports("flags.yaml", flipt);
  await shell.run("feature", "create", "search");
  const kept = await shell.importFile("--from", "flipt");
  expect(kept.out).toContain("--overwrite gives it the gates of the file");
  expect((await shell.run("feature", "show", "search", "--json")).out).toContain('"state":"off"');
  expect((await shell.importFile("--overwrite")).out).toContain("imported 2 features");
  expect((await shell.run("feature", "show", "search", "--json")).out).toContain('"state":"on"');
  const again = await shell.importFile("--json");
  expect(JSON.parse(again.out)).toMatchObject({
    ...{ environment: "production", features: 2, retired: 0 },
    peer: { system: "Flipt", exact: 1, share: 1, narrower: 0, dropped: 1 },
  });
});

test("--strict imports nothing unless all features are exact", async () => {
  using shell = await startImports("flags.yaml", flipt);
  const before = await shell.run("export");
  const refused = await shell.importFile("--strict");
  expect(refused.code).toBe(1);
  expect(refused.out).toEndWith(
    "\nnothing was imported: --strict needs every feature to be exact and imported\n",
  );
  expect((await shell.importFile("--strict", "--dry-run")).code).toBe(1);
  expect(await shell.run("export")).toEqual(before);
  using exact = await startImports(
    "flags.json",
    '{"f":{"variations":{"a":true},"defaultRule":{"variation":"a"}}}',
  );
  expect(await exact.importFile("--strict", "--from", "goff")).toMatchObject({ code: 0 });
  expect((await exact.importFile("--strict", "--dry-run", "--json")).out).toContain(
    '"refused":false',
  );
});

const gates = '{"boolean":null,"groups":[],"actors":[],"percentage_of_actors":"12.5"}';

test("a feature of Flipper with a gate that Gatehouse lacks is left out and stays", async () => {
  const denied = '{"boolean":"true","deny_actors":["1"],"deny_groups":[]}';
  using shell = await startImports(
    "flipper.json",
    `{"version":1,"features":{"denied":${denied},"plain":{"boolean":"true","deny_actors":null}}}`,
  );
  await shell.run("feature", "create", "denied");
  await shell.run("feature", "create", "missing");
  const imported = await shell.importFile();
  expect(imported.out).toContain('it uses the gate "deny_actors", which Gatehouse does not have');
  expect(imported.out).toContain("imported 1 feature into production\n");
  const { features } = JSON.parse((await shell.run("export")).out);
  expect(Object.keys(features)).toEqual(["denied", "plain"]);
  expect(features.denied.boolean).toBe(null);
});

test("percentages with decimals become expressions with --from flipper", async () => {
  using shell = await startImports("flipper.json", `{"features":{"f":${gates}}}`);
  expect(await shell.importFile()).toMatchObject({ code: 1, out: "" });
  expect((await shell.importFile("--from", "flipper", "--strict")).code).toBe(0);
  expect((await shell.run("export")).out).toContain(
    '"PercentageOfActors":[{"String":[{"Property":["flipper_id"]}]},12.5]',
  );
  await shell.importFile("--round-percentages");
  expect((await shell.run("export")).out).toContain('"percentage_of_actors":"13"');
});

/** Each list has the one before it nine times. */
const growing = Array.from(
  { length: 20 },
  (_, index) => `k${index}: &a${index} [${`*a${index - 1},`.repeat(index === 0 ? 0 : 9)}]`,
).join("\n");

const refused: readonly (readonly [string, string, readonly string[], string])[] = [
  [
    "an unknown form",
    '{"novel":1}',
    ["--from", "goff", "--actor-id", "User"],
    "must contain {id} once",
  ],
  ["a form of no system", '["novel"]', ["--strict"], "of no known system"],
  ["broken YAML", "flags: [", [], "neither JSON nor YAML"],
  ["a key twice", "a:\n  b: 1\n  b: 2\n", [], 'its line 3 repeats the key "b"'],
  ["aliases that grow", growing, [], "Excessive aliasing"],
];

test.each(refused)("%s is refused", async (_, text, options, message) => {
  using shell = await startImports("file", text);
  const ran = await shell.importFile(...options);
  expect([ran.code, ran.out, ran.err.split("\n").length]).toEqual([1, "", 2]);
  expect(ran.err).toContain(message);
});

test("a feature that refers to one with other gates is left out", async () => {
  const feature = (name: string, dependencies: readonly object[] = []) => ({
    ...{ name, type: "release", enabled: true, dependencies },
    strategies: [{ name: "default", parameters: {} }],
  });
  const parent = {
    ...feature("parent"),
    strategies: [{ name: "userWithId", parameters: { userIds: "1,2" } }],
  };
  const features = [feature("child", [{ feature: "parent" }]), parent, feature("other")];
  using shell = await startImports("unleash.json", JSON.stringify({ version: 2, features }));
  await shell.run("feature", "enable", "parent");
  const kept = await shell.importFile("--json");
  expect(JSON.parse(kept.out)).toMatchObject({
    features: 1,
    peer: {
      features: [
        { key: "child", outcome: "left_out" },
        { key: "parent", outcome: "kept" },
        { key: "other", outcome: "written" },
      ],
    },
  });
  const { features: before } = JSON.parse((await shell.run("export")).out);
  expect(Object.keys(before)).toEqual(["other", "parent"]);
  await shell.importFile("--overwrite");
  expect(await shell.run("check", "child", "--actor", "1")).toMatchObject({ code: 0 });
  expect(await shell.run("check", "child", "--actor", "3")).toMatchObject({ code: 1 });
});

test("a percentage with decimals counts once", async () => {
  const gates = '{"percentage_of_actors":"25.5","percentage_of_time":"25.5"}';
  using shell = await startImports("flipper.json", `{"features":{"f":${gates}}}`);
  const imported = await shell.importFile("--from", "flipper");
  expect(imported.out).toContain("which counts each actor");
  expect(JSON.parse((await shell.run("export")).out)).toMatchObject({
    features: {
      f: {
        ...{ percentage_of_actors: null, percentage_of_time: null },
        expression: { Any: [{ All: expect.anything() }, { LessThan: [{ Random: [] }, 0.255] }] },
      },
    },
  });
});

test("options for other systems leave an import of Flipper a replacement", async () => {
  using shell = await startImports("flipper.json", '{"features":{"f":{"boolean":"true"}}}');
  for (const options of [["--strict"], ["--overwrite"], ["--actor-id", "User;{id}"]]) {
    await shell.run("feature", "create", "missing");
    expect(await shell.importFile(...options)).toMatchObject({ code: 0 });
    const { features } = JSON.parse((await shell.run("export")).out);
    expect([options, Object.keys(features)]).toEqual([options, ["f"]]);
  }
});
