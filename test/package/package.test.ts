import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { basename, join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { ReloadingHost } from "../library/reloading-host.ts";
import { InstalledHost, packed } from "./installed-host.ts";
import { containing, filesIn, libraryCode } from "./packed-code.ts";
import { serving } from "./serving.ts";
import { usePasskey } from "./use-passkey.ts";

const packedBytesMax = 1.75 * 1024 * 1024;
/**
 * Our code, with the libraries that it needs. Imports from eight other systems take 20 KiB, files of
 * features 4. The server loads some of the shared files later, and the Admin API at its first request,
 * so there are more files, which compress less: 24 KiB.
 */
const libraryBytesMax = 432 * 1024;
const needsBun = /^\[?gatehouse-flags needs Bun \S+ or newer: \S+$/m;
/** Published before the one that the repository pins. */
const otherElysia = "1.4.27";
const timeoutMs = 180_000;

const host = new InstalledHost();
afterAll(() => host[Symbol.dispose]());
beforeAll(() => host.install({ elysia: packageJson.dependencies.elysia }), timeoutMs);

const installed = () => join(host.path, "node_modules", packageJson.name);
const libOfInstalled = () => join(installed(), "lib");

describe("the packed file", () => {
  test("has the version in its name, and at most 1.75 MiB", () => {
    expect(basename(packed)).toBe(`${packageJson.name}-${packageJson.version}.tgz`);
    expect(Bun.file(packed).size).toBeLessThan(packedBytesMax);
  });

  test("has nothing but what is listed here", async () => {
    const listed = [
      /^(?:CHANGELOG\.md|LICENSE|README\.md|THIRD-PARTY-NOTICES\.txt|docs\/(?:client|library)\.md|package\.json)$/,
      /^assets\/(?:docs|ui)\.pack$/,
      /^bin\/gatehouse-flags\.js$/,
      /^lib\/(?:index|testing|client|client-file|openfeature|needs-bun|main|elysia|chunk-\w+)\.js$/,
      /^lib\/(?:client|client-file|openfeature|chunk-\w+)\.js\.map$/,
      /^lib\/[\w/-]+\.d\.ts$/,
      /^lib\/storage\/sqlite\/commit-worker\.js$/,
      /^lib\/telemetry\/worker\/worker\.js$/,
    ];
    // Bun's own note of the installation is not in the packed file.
    const files = (await filesIn(installed())).filter((name) => name !== ".bun-tag");
    expect(files.filter((name) => !listed.some((pattern) => pattern.test(name)))).toEqual([]);
    expect(listed.filter((pattern) => !files.some((name) => pattern.test(name)))).toEqual([]);
    const sizes = Array.from(await libraryCode(libOfInstalled()), ([, text]) => {
      return Bun.gzipSync(text, { level: 9 }).byteLength;
    });
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(libraryBytesMax);
    const code = await Bun.file(join(libOfInstalled(), "index.js")).text();
    expect(code.split("\n").length).toBeGreaterThan(20);
  });

  test("needs elysia, which clients may leave out, and no other package", async () => {
    const description = await Bun.file(join(installed(), "package.json")).json();
    expect(description).toMatchObject({
      name: packageJson.name,
      version: packageJson.version,
      license: packageJson.license,
      peerDependencies: { "@openfeature/core": "^1.0.0", elysia: "^1.4" },
      peerDependenciesMeta: {
        "@openfeature/core": { optional: true },
        elysia: { optional: true },
      },
    });
    expect(Object.keys(description)).not.toContainAnyValues([
      "dependencies",
      "devDependencies",
      "optionalDependencies",
      "private",
      "scripts",
    ]);
  });

  test("the library loads nothing of the server, and leaves elysia to its host", async () => {
    const library = await libraryCode(libOfInstalled());
    expect(library.size).toBeGreaterThan(2);
    const code = Array.from(library.values()).join("\n");
    expect(code).toMatch(/from\s*"elysia"/);
    // Words of the command, of metrics, of passkeys and of elysia's own code.
    for (const word of ["listening on ", "process_cpu_", "Missing credential ID", "[Elysia] "]) {
      expect(code.includes(word)).toBe(false);
      expect(await containing(libOfInstalled(), word)).not.toEqual([]);
    }
  });

  test("has what passkeys need", async () => {
    const [found = "", ...others] = await containing(libOfInstalled(), "Missing credential ID");
    expect(others).toEqual([]);
    await usePasskey(await import(join(libOfInstalled(), found)));
  });

  test("names the license of each package whose code it contains", async () => {
    const notices = await Bun.file(join(installed(), "THIRD-PARTY-NOTICES.txt")).text();
    for (const name of ["drizzle-orm", "immutable", "elysia", "swagger-ui-dist"]) {
      expect(notices).toContain(`\n${name} `);
    }
  });
});

describe("a host that installed it", () => {
  test("has neither the packages of the sources nor an analytics package", async () => {
    const names = await filesIn(join(host.path, "node_modules"));
    const unexpected = /(?:^|\/)(?:swagger-ui-dist|@scarf|drizzle-orm|immutable|prom-client)\//;
    expect(names.filter((name) => unexpected.test(name))).toEqual([]);
  });

  test.each(["nodenext", "preserve"])(
    "has no type error with module %s and the strictest settings",
    async (module) => {
      expect(await host.typeErrors({ module, skipLibCheck: true })).toEqual([]);
      const checked = await host.typeErrors({ module, skipLibCheck: false });
      // Elysia's declarations have errors of their own, of which some take several lines.
      const others = checked.filter((line) => !/^(?:node_modules\/elysia\/|\s|$)/.test(line));
      expect(others).toEqual([]);
      expect(checked.length).toBeGreaterThan(0);
    },
    timeoutMs,
  );

  test("refuses wrong types", async () => {
    const wrong = `import { mountable } from "gatehouse-flags";
const toggles = mountable({ data: ":memory:", groups: { a: (actor) => actor.unknown === 1 } });
await toggles.enablePercentageOfActors("search", "25");
toggles.features()[0].key;
mountable({ data: ":memory:", mountPath: undefined });
`;
    const path = join(host.path, "wrong.ts");
    await Bun.write(path, wrong);
    const lines = await host.typeErrors({ module: "nodenext", skipLibCheck: true });
    await Bun.file(path).delete();
    const places = lines.flatMap((line) => /^wrong\.ts\((\d+),/.exec(line)?.[1] ?? []);
    expect(places).toEqual(["2", "3", "4", "5"]);
  });

  test("passes its bun test with data in memory", async () => {
    const { code, err } = await host.bun("test", "./toggles.test.ts");
    expect(err).toContain("2 pass");
    expect(code).toBe(0);
  });

  test("changes toggles in process", async () => {
    const { code, out, err } = await host.bun("plain-host.ts");
    expect([code, err]).toEqual([0, ""]);
    expect(JSON.parse(out)).toEqual(["conditional", true, ["search"], true]);
  });

  test("keeps its data directory when bun --hot reloads it", async () => {
    await using reloaded = await ReloadingHost.start(host.path, "--hot", "gatehouse-flags");
    const started = await reloaded.line();
    expect(started).toStartWith("v1 has []");
    const url = new URL("/flipper/api/features/search/boolean", started.split(" ").at(-1));
    expect((await fetch(url, { method: "POST" })).status).toBe(200);
    await reloaded.edit("v2");
    expect(await reloaded.line()).toStartWith('v2 has ["search"]');
  });

  test.each([
    ["compiled", ["--compile", "--outfile", "out/host"], ["out/host"]],
    ["bundled", ["--target=bun", "--outdir", "bundle"], ["bundle/elysia-host.js"]],
  ])(
    "serves the API and its page when it is %s, from another directory",
    async (_, flags, [started = ""]) => {
      const built = await host.bun("build", "elysia-host.ts", ...flags);
      expect(built).toMatchObject({ code: 0 });
      const path = join(host.path, started);
      const argv = started.endsWith(".js") ? [process.execPath, path] : [path];
      await serving(host.elsewhere, argv, {}, async (url) => {
        expect(await text(`${url}/`)).toBe("old");
        await fetch(`${url}/flipper/api/features/search/boolean`, { method: "POST" });
        expect(await text(`${url}/`)).toBe("new");
        expect(await text(`${url}/flipper/api/swagger`)).toContain("<title>Gatehouse");
        expect(await text(`${url}/flipper/admin/v1/status`)).toContain('"mode":"mountable"');
        expect(await text(`${url}/flipper/api/swagger/json`)).toContain('"url":"/flipper/api"');
        expect((await text(`${url}/flipper/api/swagger/swagger-ui.js`)).length).toBeGreaterThan(
          1e6,
        );
        expect((await text(`${url}/flipper/api/swagger/swagger-ui.css`)).length).toBeGreaterThan(
          1e5,
        );
      });
    },
    timeoutMs,
  );

  test("gets errors with their names", async () => {
    const script = `import { GatehouseError, mountable } from "gatehouse-flags";
const toggles = mountable({ data: ":memory:" });
const error = await toggles.enablePercentageOfActors("search", 101).catch((caught) => caught);
console.log(error instanceof GatehouseError, error.name, /^GatehouseError: /.test(error.stack));`;
    const { out } = await host.bun("--eval", script);
    expect(out).toBe("true GatehouseError true\n");
  });

  test("is told under Node that the library needs Bun", async () => {
    const script = 'import { mountable } from "gatehouse-flags"; mountable({ data: "" });';
    const imported = await host.runIn(host.path, "node", "--input-type=module", "--eval", script);
    expect(imported.code).not.toBe(0);
    expect(imported.err).toMatch(needsBun);
    const testing = 'import { reset } from "gatehouse-flags/testing"; reset({});';
    const helper = await host.runIn(host.path, "node", "--input-type=module", "--eval", testing);
    expect(helper.err).toMatch(needsBun);
    const command = await host.runIn(host.path, "node", "node_modules/.bin/gatehouse-flags");
    expect(command).toMatchObject({ code: 2, out: "" });
    expect(command.err.split("\n")).toEqual([expect.stringMatching(needsBun), ""]);
  });
});

describe("the command", () => {
  test("bunx runs it, with the version of the package", async () => {
    const { code, out } = await host.bun("x", "gatehouse-flags", "--version");
    expect([code, out]).toEqual([0, `gatehouse ${packageJson.version}\n`]);
  });

  test("says that a shared database needs the executable", async () => {
    const url = "postgres://sesame@127.0.0.1:1/gatehouse";
    for (const command of [
      ["serve", "--data", "./node"],
      ["database", "status"],
      ["feature", "list"],
    ]) {
      const { code, err } = await host.bun("x", "gatehouse-flags", ...command, "--database", url);
      expect([code, err]).toEqual([
        2,
        "gatehouse: A shared database needs the executable of Gatehouse; the npm package has no PostgreSQL\n",
      ]);
    }
  });

  test.each([
    ["no elysia is installed", {}],
    ["the host has an elysia of its own", { elysia: `file:${join(import.meta.dir, "no-elysia")}` }],
  ])(
    "serve runs the server with its own elysia where %s",
    async (_, dependencies: Readonly<Record<string, string>>) => {
      using other = new InstalledHost();
      await other.install(dependencies);
      const files = await filesIn(join(other.path, "node_modules"));
      expect(files.includes("elysia/package.json")).toBe("elysia" in dependencies);
      const command = join(other.path, "node_modules/.bin/gatehouse-flags");
      const token = "gatehouse_test_0123456789abcdefghij";
      const variables = { PATH: other.searchPath, GATEHOUSE_TOKEN: token };
      const argv = [command, "serve", "--port", "0", "--log-level", "error"];
      await serving(host.elsewhere, argv, variables, async (url) => {
        const headers = { "flipper-cloud-token": token };
        const path = "/adapter/features/search/boolean";
        expect((await fetch(url + path, { method: "POST", headers })).status).toBe(200);
        expect((await fetch(url + path, { method: "POST" })).status).toBe(401);
        expect(await text(`${url}/swagger`)).toContain("<title>Gatehouse");
        expect((await text(`${url}/swagger/swagger-ui.js`)).length).toBeGreaterThan(1e6);
      });
    },
    timeoutMs,
  );
});

const other = new InstalledHost();
afterAll(() => other[Symbol.dispose]());
/** Without a registry only the elysia in Bun's cache can be installed. */
const isInstalled = await other.install({ elysia: otherElysia }).then(
  () => true,
  (error: unknown) => {
    if (!/ConnectionRefused|ENOTFOUND|FailedToOpenSocket|404/.test(String(error))) {
      throw error;
    }
    return false;
  },
);

test.skipIf(!isInstalled)(
  "a host on another elysia 1.4 has one copy of it, which both use",
  async () => {
    const files = await filesIn(join(other.path, "node_modules"));
    expect(files.filter((name) => /(?:^|\/)elysia\/package\.json$/.test(name))).toEqual([
      "elysia/package.json",
    ]);
    const found = await Bun.file(join(other.path, "node_modules/elysia/package.json")).json();
    expect(found).toMatchObject({ version: otherElysia });
    const script = `import { Elysia } from "elysia"; import { mountable } from "gatehouse-flags";
const toggles = mountable({ data: ":memory:" });
const app = new Elysia().use(toggles);
const answer = await app.handle(new Request("http://localhost/flipper/api/features"));
console.log(toggles instanceof Elysia, await answer.text());`;
    const { out } = await other.bun("--eval", script);
    expect(out).toBe('true {"features":[]}\n');
    expect(await other.typeErrors({ module: "nodenext", skipLibCheck: true })).toEqual([]);
  },
  timeoutMs,
);

async function text(url: string): Promise<string> {
  return (await fetch(url)).text();
}
