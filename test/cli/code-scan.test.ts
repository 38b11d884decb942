import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { dayMs } from "../../src/core/time-units.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { runShell } from "./daily-shells.ts";
import { startFlipperCloud } from "./flipper-cloud.ts";
import { type Shell, startShell } from "./in-memory-shell.ts";
import { SarifLog } from "./sarif-log.ts";

const directory = new TemporaryDirectory();
let shell: Shell;

/** Writes files below the temporary directory, and returns the path of their directory. */
function writeFiles(name: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = join(directory.path, name);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

beforeAll(async () => {
  let now = Date.UTC(2026, 0, 1);
  shell = await startShell(() => now);
  for (const key of ["search", "old-checkout", "banner"]) {
    await shell.run("feature", "create", key);
  }
  await shell.run("feature", "enable", "old-checkout");
  await shell.run("feature", "describe", "old-checkout", "--longevity", "temporary");
  now += 31 * dayMs;
});
afterAll(() => directory[Symbol.dispose]());

const app = {
  "app/models/order.rb": 'class Order\n  def a = Flipper.enabled?("old-checkout")\nend\n',
  "app/views/a b|c.erb": "<% if Flipper.enabled?('old-checkout') %>\n",
  "web/index.ts": 'client.enabled("search");\nclient.enabled("serach");\nclient.enabled(name);\n',
  "README.md": 'client.enabled("readme")',
};

interface Report {
  readonly used: readonly { readonly key: string; readonly stale: boolean | null }[];
  readonly unknown: readonly { readonly key: string; readonly similar: string | null }[];
  readonly unused: readonly { readonly key: string }[];
  readonly skipped: readonly unknown[];
}

async function reportOf(...argv: readonly string[]): Promise<Report> {
  const { out, err } = await shell.run("code", "scan", ...argv, "--json");
  expect(err).toBe("");
  return JSON.parse(out);
}

/** The keys that the code has, of which there is no feature. */
async function unknownIn(root: string): Promise<readonly string[]> {
  return (await reportOf(root)).unknown.map(({ key }) => key);
}

describe("a report", () => {
  let root: string;
  beforeAll(() => {
    root = writeFiles("app", app);
  });

  test("as text names what is wrong, with its places", async () => {
    const { code, out, err } = await shell.run("code", "scan", root);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toBe(`unknown keys
  "serach"; did you mean "search"?
    web/index.ts:2:16

stale features that the code still uses
  old-checkout
    app/models/order.rb:2:28
    app/views/a b|c.erb:1:24

features that the code does not use
  banner

4 references in 3 files, 1 computed: 2 used, 1 unknown, 1 stale, 1 unused in production
1 call with a computed key may use more features
`);
  });

  test("as JSON has the members of docs/cli.md", async () => {
    const { out } = await shell.run("code", "scan", root, "--format", "json");
    expect(out).toBe((await shell.run("code", "scan", root, "--json")).out);
    expect(JSON.parse(out)).toEqual({
      ...{ environment: "production", files: 3, references: 4, dynamic: 1, skipped: [] },
      used: [
        {
          ...{ key: "old-checkout", stale: true },
          locations: [
            { file: "app/models/order.rb", line: 2, column: 28, end_column: 42 },
            { file: "app/views/a b|c.erb", line: 1, column: 24, end_column: 38 },
          ],
        },
        {
          ...{ key: "search", stale: false },
          locations: [{ file: "web/index.ts", line: 1, column: 16, end_column: 24 }],
        },
      ],
      unknown: [
        {
          ...{ key: "serach", similar: "search" },
          locations: [{ file: "web/index.ts", line: 2, column: 16, end_column: 24 }],
        },
      ],
      unused: [{ key: "banner", stale: false }],
    });
  });

  test("as Markdown escapes keys and paths in its tables", async () => {
    const { out } = await shell.run("code", "scan", root, "--format", "markdown");
    expect(out).toStartWith("## Features in the code\n\n4 references in 3 files");
    expect(out).toContain(
      "| <code>serach</code> | <code>search</code> | <code>web/index.ts:2</code> |\n",
    );
    expect(out).toContain(
      "| <code>old-checkout</code> | <code>app/models/order.rb:2</code>, <code>app/views/a b&#124;c.erb:1</code> |",
    );
    expect(out).toContain("| <code>banner</code> |  |\n");
  });

  test("as SARIF has what its schema requires, and a rule for each kind", async () => {
    const { out } = await shell.run("code", "scan", root, "--format", "sarif");
    const log: unknown = JSON.parse(out);
    expect(Array.from(Value.Errors(SarifLog, log), ({ path, message }) => path + message)).toEqual(
      [],
    );
    expect(log).toMatchObject({
      runs: [
        {
          tool: { driver: { rules: [{ id: "GH001" }, { id: "GH002" }, { id: "GH003" }] } },
          results: [
            {
              ...{ ruleId: "GH001", level: "error", locations: [at("web/index.ts", 2, 16, 24)] },
              message: { text: 'There is no feature "serach"; did you mean "search"?' },
            },
            { ruleId: "GH002", locations: [at("app/models/order.rb", 2, 28, 42)] },
            { ruleId: "GH002", locations: [at("app/views/a%20b%7Cc.erb", 1, 24, 38)] },
            {
              ruleId: "GH003",
              level: "note",
              locations: [{ logicalLocations: [{ name: "banner" }] }],
            },
          ],
        },
      ],
    });
  });
});

function at(uri: string, startLine: number, startColumn: number, endColumn: number) {
  return {
    physicalLocation: { artifactLocation: { uri }, region: { startLine, startColumn, endColumn } },
  };
}

test("the exit code is 3 for unknown keys and stale features, if it is asked for", async () => {
  const cases: readonly (readonly [string, number])[] = [
    ['client.enabled("serach")', 3],
    ['client.enabled("old-checkout")', 3],
    ['client.enabled("search"); client.enabled(name)', 0],
    ["", 0],
  ];
  for (const [index, [text, code]] of cases.entries()) {
    const root = writeFiles(`code-${index}`, { "a.ts": text });
    expect([text, (await shell.run("code", "scan", root, "--exit-code")).code]).toEqual([
      text,
      code,
    ]);
    expect((await shell.run("code", "scan", root)).code).toBe(0);
  }
});

const use = (key: string) => `client.enabled("${key}")`;

test("files that git ignores, dependencies and links are not read", async () => {
  const outside = writeFiles("outside", { "secret.ts": use("linked") });
  const root = writeFiles("repository", {
    ".git/info/exclude": "excluded.ts\n",
    ".git/hook.js": use("git"),
    ".gitignore": "# comment\nbuild/\n*.gen.ts\n!kept.gen.ts\n/top.ts\ndocs/**/x.ts\n",
    "node_modules/a/index.js": use("dependency"),
    "build/a.ts": use("build"),
    "a.gen.ts": use("generated"),
    "kept.gen.ts": use("kept"),
    "top.ts": use("top"),
    "excluded.ts": use("excluded"),
    "docs/a/b/x.ts": use("docs"),
    "app/top.ts": use("app"),
    "app/.gitignore": "own.ts\n",
    "app/own.ts": use("own"),
    "app/deep/build/a.ts": use("deep-build"),
    "own.ts": use("other"),
  });
  symlinkSync(outside, join(root, "link"));
  symlinkSync(join(outside, "secret.ts"), join(root, "link.ts"));
  symlinkSync(root, join(root, "circle"));
  expect(await unknownIn(root)).toEqual(["app", "kept", "other"]);
  // The rules of the repository also hold for one of its directories.
  expect(await unknownIn(join(root, "app"))).toEqual(["app"]);
});

test("large, binary and deep files are reported, and not read", async () => {
  const root = writeFiles("bounds", {
    "large.ts": `${use("large")}${" ".repeat(1024 ** 2)}`,
    "binary.ts": new Uint8Array([99, 0, 99]),
    [`${"d/".repeat(41)}deep.ts`]: use("deep"),
    [`${"e/".repeat(40)}less-deep.ts`]: use("less-deep"),
  });
  const { unknown, skipped } = await reportOf(root);
  expect(unknown).toMatchObject([{ key: "less-deep" }]);
  expect(skipped).toEqual([
    { file: "binary.ts", reason: "binary" },
    { file: "d".repeat(41).split("").join("/"), reason: "too deep" },
    { file: "large.ts", reason: "too large" },
  ]);
});

test("gatehouse.yaml adds calls, and leaves out files", async () => {
  const root = writeFiles("settings", {
    "gatehouse.yaml": `
code:
  calls:
    - { call: Features.on?, languages: [ruby] }
    - { call: isOn, argument: 2 }
  ignore: ["spec/", "*.test.ts"]
other: { ignored: true }
`,
    "a.rb": "Features.on?(:a)",
    "b.ts": 'isOn(user, "b")',
    "b.test.ts": 'isOn(user, "test")',
    "spec/c.rb": "Features.on?(:spec)",
  });
  expect(await unknownIn(root)).toEqual(["a", "b"]);
});

test("an invalid gatehouse.yaml or directory ends the command", async () => {
  const cases: readonly (readonly [string, string])[] = [
    ["code: [", "is not YAML"],
    ["code: { calls: [{ call: 'a b' }] }", 'is invalid at "code.calls.0.call"'],
    ["code: { calls: [{ call: a, argument: 0 }] }", 'is invalid at "code.calls.0.argument"'],
    [
      "code: { calls: [{ call: a, languages: [perl] }] }",
      'is invalid at "code.calls.0.languages.0"',
    ],
    ["code: { paths: [] }", 'is invalid at "code.paths"'],
    ["code:\n  ignore: [a]\n  ignore: [b]\n", 'has "ignore" twice; see line 3'],
  ];
  for (const [index, [text, message]] of cases.entries()) {
    const root = writeFiles(`invalid-${index}`, { "gatehouse.yaml": text });
    const { code, out, err } = await shell.run("code", "scan", root);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(message);
  }
  const file = join(writeFiles("file", { "a.ts": "" }), "a.ts");
  expect((await shell.run("code", "scan", file)).err).toContain(
    "cannot be read: its path holds a file",
  );
  const missing = await shell.run("code", "scan", join(directory.path, "missing"));
  expect([missing.code, missing.err]).toEqual([
    2,
    expect.stringContaining("cannot be read: no such file or directory"),
  ]);
});

test("keys and paths with control characters are escaped", async () => {
  const root = writeFiles("escaped", { "a\u001b[31m.ts": use("x\u001b[0m") });
  for (const format of ["text", "json", "markdown", "sarif"]) {
    const { out } = await shell.run("code", "scan", root, "--format", format);
    expect(out.includes("\u001b")).toBe(false);
  }
});

test("a server with only the Flipper API has features, and does not know which are stale", async () => {
  const cloud = await startFlipperCloud();
  const variables = { GATEHOUSE_URL: cloud.url, GATEHOUSE_TOKEN: cloud.token };
  try {
    await runShell(["feature", "create", "search"], { variables });
    const root = writeFiles("cloud", { "a.ts": `${use("search")};${use("banner")}` });
    const { code, out, err } = await runShell(["code", "scan", root, "--json", "--exit-code"], {
      variables,
    });
    expect([code, err]).toEqual([3, ""]);
    expect(JSON.parse(out)).toMatchObject({
      ...{ environment: null, used: [{ key: "search", stale: null }] },
      ...{ unknown: [{ key: "banner" }], unused: [] },
    });
    const refused = { ...variables, GATEHOUSE_TOKEN: "wrong" };
    const { code: failure } = await runShell(["code", "scan", root], { variables: refused });
    expect(failure).toBe(1);
  } finally {
    await cloud.stop();
  }
});
