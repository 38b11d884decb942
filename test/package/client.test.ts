import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { InstalledHost } from "./installed-host.ts";
import { filesIn } from "./packed-code.ts";
import { serving } from "./serving.ts";

const timeoutMs = 180_000;
const token = "gatehouse_test_0123456789abcdefghij";
const sdks = Object.entries(packageJson.devDependencies).filter(([name]) =>
  name.startsWith("@openfeature/"),
);
const host = new InstalledHost();
afterAll(() => host[Symbol.dispose]());
beforeAll(() => host.install({ ...Object.fromEntries(sdks), deno: "2.9.6" }), timeoutMs);

const gates = [
  ["search/expression", { Equal: [{ Property: ["plan"] }, "pro"] }],
  ["search/groups", { name: "admins" }],
  ["refers%20to%20it/expression", { FeatureEnabled: ["search"] }],
] as const;

async function enable(url: string): Promise<void> {
  for (const [path, value] of gates) {
    const answer = await fetch(`${url}/adapter/features/${path}`, {
      method: "POST",
      headers: { "flipper-cloud-token": token, "content-type": "application/json" },
      body: JSON.stringify(value),
    });
    expect(answer.status).toBe(200);
  }
}

async function evaluations(url: string): Promise<unknown> {
  const headers = { "flipper-cloud-token": token };
  const answer = await fetch(`${url}/adapter/telemetry/summary?keys=search`, { headers });
  return answer.json();
}

const runtimes: readonly [string, string, readonly string[]][] = [
  ["Bun", process.execPath, []],
  ["Node", Bun.which("node") ?? "", []],
  ["Deno", join(host.path, "node_modules/.bin/deno"), ["run", "--quiet", "--allow-all"]],
];

test("the host is bundled with the package left outside", async () => {
  const flags = ["--packages=external", "--target=node", "--outfile", "use-client.js"];
  const { code, err } = await host.bun("build", "use-client.ts", ...flags);
  expect([code, err]).toEqual([0, ""]);
});

test.each(runtimes)(
  "under %s the client and the providers answer, also when the server is away",
  async (name, program, words) => {
    const command = join(host.path, "node_modules/.bin/gatehouse-flags");
    const variables = { PATH: host.searchPath, GATEHOUSE_TOKEN: token };
    const data = join(host.elsewhere, `data-${name}`);
    const argv = [command, "serve", "--port", "0", "--log-level", "error", "--data", data];
    const file = join(host.elsewhere, `list-${name}.json`);
    const ask = async (url: string) => {
      const script = `import { answers } from "./use-client.js";
console.log(JSON.stringify(await answers(${JSON.stringify(url)}, "${token}", ${JSON.stringify(file)})));`;
      await Bun.write(join(host.path, "run.mjs"), script);
      const { code, out, err } = await host.runIn(host.path, program, ...words, "run.mjs");
      expect([code, err]).toEqual([0, ""]);
      return JSON.parse(out);
    };
    const expected = { client: [true, false, true, false, true, false], server: true, web: true };
    let usedUrl = "";
    await serving(host.elsewhere, argv, variables, async (url) => {
      usedUrl = url;
      await enable(url);
      const answers = await ask(url);
      expect(answers).toMatchObject({ ...expected, errors: [], status: { source: "server" } });
      expect(await evaluations(url)).toMatchObject({
        features: [{ summary: { total: 6, enabled: 4, disabled: 2 } }],
      });
    });
    const away = await ask(usedUrl);
    expect(away).toMatchObject({ ...expected, status: { source: "store" } });
    expect(away.status.ageMs).toBeGreaterThan(0);
    expect(away.errors.length).toBeGreaterThan(0);
  },
  timeoutMs,
);

test.each([
  ["a browser", { lib: ["ESNext", "DOM"], types: [], module: "preserve" }],
  ["Node", { lib: ["ESNext"], types: ["node"], module: "nodenext" }],
  ["Bun", { lib: ["ESNext"], types: ["bun"], module: "nodenext" }],
])(
  "the declarations have no error with the types of %s and the strictest settings",
  async (_, settings) => {
    const lines = await host.typeErrors({ ...settings, skipLibCheck: false }, ["use-client.ts"]);
    // The declarations of other packages may have errors of their own.
    expect(lines.filter((line) => !/^(?:node_modules\/(?!gatehouse)|\s)/.test(line))).toEqual([]);
  },
  timeoutMs,
);

/** Outcomes follow asynchronous work where a runtime can; the client asks for it, and works without. */
const optionalScopes = /globalThis\.process\?\.getBuiltinModule\?\.\("node:async_hooks"\)/;

describe("a host that bundles the client for browsers", () => {
  const bundle = (...flags: readonly string[]) =>
    host.bun("build", "use-client-in-page.ts", "--target=browser", "--minify", ...flags);

  async function filesOf(directory: string) {
    const names = await filesIn(join(host.path, directory));
    const texts = names.map((name) => Bun.file(join(host.path, directory, name)).text());
    return new Map((await Promise.all(texts)).map((text, index) => [names[index] ?? "", text]));
  }

  test("has nothing of a runtime in it, and one file if it does not split", async () => {
    expect((await bundle("--outdir", "whole")).code).toBe(0);
    const files = await filesOf("whole");
    expect([...files.keys()]).toEqual(["use-client-in-page.js"]);
    // What loads a part of the client looks for a document, to preload it, and works without one.
    const text = [...files.values()].join("").replace(optionalScopes, "");
    expect(text).not.toMatch(/\b(?:Bun|Buffer|process|require|Deno|window)\b|node:/);
  });

  test.each([
    ["whole", []],
    ["split", ["--splitting"]],
  ])(
    "gets the answers of all parts, %s",
    async (directory, flags) => {
      expect((await bundle("--outdir", directory, ...flags)).code).toBe(0);
      const { size } = await filesOf(directory);
      expect(size).toBe(directory === "whole" ? 1 : 5);
      const script = `import { enabled } from "./${directory}/use-client-in-page.js";
console.log(JSON.stringify(enabled));`;
      await Bun.write(join(host.path, "run-page.mjs"), script);
      for (const [, program, words] of runtimes) {
        const { code, out, err } = await host.runIn(host.path, program, ...words, "run-page.mjs");
        expect([code, err, out]).toEqual([0, "", "[true,false]\n"]);
      }
    },
    timeoutMs,
  );
});
