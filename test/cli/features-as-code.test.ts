import { expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { featuresSchema, featuresSchemaFile } from "../../packaging/features-schema.ts";
import { parseFeatureFile } from "../../src/cli/feature-file/read-feature-file.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { runsOf } from "../helpers/runs.ts";
import { startShell } from "./in-memory-shell.ts";

const file = `version: 1
scope:
  tag: payments # what may be deleted
features:
  # The new one.
  search:
    tags:
      - payments
    environments:
      production:
        percentage_of_actors: 25 # after the trial
        actors:
          - User;42
      staging:
        enabled: true
`;

async function start() {
  const directory = new TemporaryDirectory();
  const shell = await startShell(Date.now);
  const path = join(directory.path, "features.yaml");
  const plan = join(directory.path, "plan.json");
  await shell.run("environment", "create", "Staging");
  await Bun.write(path, file);
  return {
    ...shell,
    ...{ path, plan },
    read: () => Bun.file(path).text(),
    write: (text: string) => Bun.write(path, text),
    [Symbol.dispose]: () => directory[Symbol.dispose](),
  };
}

const created = `+ search
    tags: none → payments
    production: percentage of actors 0% → 25%; actors + User;42
    staging: enabled for everyone
1 feature: 1 to create, 0 to change, 0 to delete
`;

test("a plan shows the changes, an application makes them, and then there are none", async () => {
  using started = await start();
  const { run, path } = started;
  expect(await run("plan", path)).toEqual({ code: 0, out: created, err: "" });
  expect(await run("plan", path, "--exit-code")).toMatchObject({ code: 3 });
  const { out } = await run("feature", "list");
  expect(out).toBe("no features in production\n");
  expect(await run("apply", path, "--yes")).toEqual({
    code: 0,
    out: `${created}applied\n`,
    err: "",
  });
  expect((await run("feature", "list")).out).toContain("actor User;42, 25% of actors");
  const none = { code: 0, out: "no changes: 1 feature as declared\n", err: "" };
  expect(await run("plan", path, "--exit-code")).toEqual(none);
  expect(await run("apply", path, "--yes")).toEqual(none);
});

test("a plan from a file is applied only while nothing that it shows has changed", async () => {
  using started = await start();
  const { run, path, plan } = started;
  await run("plan", path, "--out", plan);
  await run("feature", "enable", "search", "--actor", "User;7");
  const refused = await run("apply", "--plan", plan, "--yes");
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.err).toContain('Changed since the plan: "search"');
  expect(refused.err).toContain("nothing was applied");
  expect((await run("feature", "show", "search")).out).toContain("percentage of actors  0%");
  await run("plan", path, "--out", plan);
  const changed = (await Bun.file(plan).text()).replace("User;42", "User;43");
  await Bun.write(plan, changed);
  expect(await run("apply", "--plan", plan, "--yes")).toMatchObject({
    code: 2,
    err: expect.stringContaining("was changed after gatehouse plan had written it"),
  });
  await run("plan", path, "--out", plan);
  expect(await run("apply", "--plan", plan, "--yes")).toMatchObject({ code: 0 });
});

test("only features with the tag of the scope are deleted, and only with --prune", async () => {
  using started = await start();
  const { run, path, write } = started;
  await run("feature", "create", "old");
  await run("feature", "create", "other");
  await run("feature", "describe", "old", "--tags", "payments");
  expect((await run("plan", path)).out).not.toContain("old");
  expect((await run("plan", path, "--prune")).out).toContain(
    "- old\n    every environment: deleted\n2 features: 1 to create, 0 to change, 1 to delete\n",
  );
  expect(await run("apply", path, "--prune", "--yes")).toMatchObject({ code: 0 });
  const { out } = await run("feature", "list");
  expect(out).toContain("other");
  expect(out).not.toContain("old");
  await write(file.replace(/scope.*\n.*\n/, ""));
  expect(await run("plan", path, "--prune")).toMatchObject({
    code: 2,
    err: expect.stringContaining("--prune needs a scope"),
  });
});

test("a pull keeps comments and the order of a file, and a new file is sorted", async () => {
  using started = await start();
  const { run, path, read } = started;
  await run("apply", path, "--yes");
  await run("feature", "enable", "search", "--actor", "User;7");
  expect(await run("pull", path)).toMatchObject({ code: 0, out: `wrote 1 feature to ${path}\n` });
  expect(await read()).toBe(file.replace("- User;42\n", "- User;42\n          - User;7\n"));
  expect((await run("pull")).out).toMatch(
    /^# yaml-language-server: .*\n\nversion: 1\nfeatures:\n {2}search:\n {4}tags:\n/,
  );
});

test("ignored gates of a file are not drift, and a pull leaves them", async () => {
  using started = await start();
  const { run, path, write, read } = started;
  const ignoring = `${file}    ignore:\n      - actors\n`;
  await write(ignoring);
  await run("apply", path, "--yes");
  await run("feature", "enable", "search", "--actor", "User;7");
  expect((await run("plan", path)).out).toBe("no changes: 1 feature as declared\n");
  await run("pull", path);
  expect(await read()).toBe(ignoring);
});

test("Markdown for comments has no markup of names", async () => {
  using started = await start();
  const { run, path, write } = started;
  await write("version: 1\nfeatures:\n  a:\n    description: '[x](y) | <b> @all'\n");
  const { out } = await run("plan", path, "--markdown");
  expect(out).toContain(
    "| + | a | description | none → &#91;x&#93;(y) &#124; &#60;b&#62; &#64;all |",
  );
});

test.each([
  ["version: 2\nfeatures: {}\n", '1:10: "version" is not valid: Expected 1'],
  [
    "version: 1\nfeatures:\n  a: { tags: x }\n",
    '3:14: "features.a.tags" is not valid: Expected array',
  ],
  [
    "version: 1\nfeatures:\n  a:\n    tag: [x]\n",
    '4:10: there is no field "tag"; did you mean "tags"?',
  ],
  ["version: 1\nfeatures:\n  a: {}\n  a: {}\n", "4:3: Map keys must be unique"],
  ["version: 1\nfeatures: [\n", "3:1: Flow sequence in block collection must be"],
  [
    "version: 1\nfeatures:\n  a:\n    environments:\n      production: { percentage_of_actors: 101 }\n",
    "5:43: ",
  ],
  ["version: 1\nfeatures:\n  a: { environments: { moon: {} } }\n", "3:6: features[0]: "],
  [
    "version: 1\nfeatures:\n  a: { environments: { production: { expression: { Nope: [] } } } }\n",
    "3:6: features[0]: ",
  ],
])("a wrong file is refused with the line and the column: %#", async (text, message) => {
  using started = await start();
  const { run, path, write } = started;
  await write(text);
  for (const command of [["plan"], ["apply", "--yes"]]) {
    const { code, out, err } = await run(...command, path);
    expect([1, 2]).toContain(code);
    expect(out).toBe("");
    expect(err).toContain(`${path}:${message}`);
  }
  expect((await run("feature", "list")).out).toBe("no features in production\n");
});

test("without a terminal, an application must be confirmed, and a plan excludes a file", async () => {
  using started = await start();
  const { run, path, plan } = started;
  expect(await run("apply", path)).toMatchObject({
    code: 2,
    err: expect.stringContaining("--yes"),
  });
  expect(await run("apply", path, "--plan", plan, "--yes")).toMatchObject({ code: 2 });
  expect(await run("apply", "--yes")).toMatchObject({
    code: 2,
    err: expect.stringContaining("FILE"),
  });
});

test("few lines with references cannot become a large file", async () => {
  const lines = ["version: 1", "features:", "  a0: &a0 { tags: [x] }"];
  for (let index = 1; index < 40; index++) {
    lines.push(`  a${index}: &a${index} { tags: [${"*a0, ".repeat(30)}] }`);
  }
  expect(parseFeatureFile(lines.join("\n"), "f.yaml")).rejects.toThrow(/references|not valid/);
});

test("the JSON schema in the documents is the one of the reader: see make schema", async () => {
  const written = await Bun.file(join(import.meta.dir, "../..", featuresSchemaFile)).text();
  expect(written).toBe(featuresSchema());
});

test("after a pull of any features, the plan is empty", async () => {
  using started = await start();
  const { run, path } = started;
  const gate = fc.constantFrom(
    ["--actor", "User;1"],
    ["--actor", "ä: #"],
    ["--group", "staff"],
    ["--percentage-of-actors", "5"],
    ["-x", '{"Any":[{"Equal":[{"Property":["yes"]},"no"]},{"Equal":[1,{"Property":["n"]}]}]}'],
    [],
  );
  const change = fc.record({
    key: fc.constantFrom("a", "true", "1", "x: y", "null"),
    gate,
    environment: fc.constantFrom("production", "staging"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 4 }), async (changes) => {
      for (const { key, gate: options, environment } of changes) {
        await run("feature", "enable", key, ...options, "--environment", environment);
      }
      await Bun.file(path).delete();
      expect(await run("pull", path)).toMatchObject({ code: 0 });
      const { out, err } = await run("plan", path);
      expect(err).toBe("");
      expect(out).toStartWith("no changes: ");
      const text = await Bun.file(path).text();
      await run("pull", path);
      expect(await Bun.file(path).text()).toBe(text);
    }),
    { numRuns: runsOf(8) },
  );
});
