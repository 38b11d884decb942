import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import lock from "../../bun.lock";
import packageJson from "../../package.json" with { type: "json" };
import { billOfMaterials, productReference } from "../../packaging/bill-of-materials.ts";
import { bundledModules, bundledPackages, packageGraph } from "../../packaging/bundled-packages.ts";

const product = { name: "gatehouse", version: "1.2.3", license: "MIT" };
const root = join(import.meta.dir, "../..");
const modules = await bundledModules([
  "src/main.ts",
  "src/storage/sqlite/commit-worker.ts",
  "src/telemetry/worker/worker.ts",
]);
const packages = await bundledPackages(modules.keys());
const sources = new Bun.Glob("src/**/*.ts").scanSync(root);

const version = /(?<=.)@[^@]*$/;

function document(listed: typeof packages, imports: typeof modules): string {
  const graph = packageGraph(imports, productReference(product));
  return billOfMaterials({ product, bunVersion: "1.4.5", packages: listed, graph });
}

/** The lock file's packages with that name and version, anywhere in its tree. */
function locked(name: string, version: string) {
  return Object.values(lock.packages).filter(([resolution]) => resolution === `${name}@${version}`);
}

test("every bundled package is pinned by the lock file, with the same checksum", () => {
  for (const { name, version, sha512, license } of packages) {
    const integrity = `sha512-${Buffer.from(sha512, "hex").toBase64()}`;
    expect([name, locked(name, version).map((entry) => entry[3])]).toEqual([
      name,
      expect.arrayContaining([integrity]),
    ]);
    expect(license).toMatch(/^[\w.+-]+$/);
  }
});

test("every dependency of the sources is listed, and no development dependency", async () => {
  const names = new Set(packages.map(({ name }) => name));
  const texts = await Promise.all(Array.from(sources, (path) => Bun.file(join(root, path)).text()));
  const isImported = (name: string) => texts.some((text) => text.includes(`"${name}`));
  const imported = Object.keys(packageJson.dependencies).filter(isImported);
  expect(imported.length).toBeGreaterThan(5);
  expect(imported.filter((name) => !names.has(name))).toEqual([]);
  expect(Object.keys(packageJson.devDependencies).filter((name) => names.has(name))).toEqual([]);
});

test("a nested package has its own version", async () => {
  for (const [key, [resolution]] of Object.entries(lock.packages)) {
    const names = key.match(/(?:@[^/]+\/)?[^/]+/g) ?? [];
    const path = names.map((name) => `node_modules/${name}`).join("/");
    const isOfRegistry = resolution?.includes("@file:") === false;
    if (names.length > 1 && isOfRegistry && existsSync(join(root, path))) {
      const [found] = await bundledPackages([
        `${path}/index.js`,
        `${path}/lib/a.js`,
        "src/main.ts",
      ]);
      expect(`${found?.name}@${found?.version}`).toBe(resolution);
    }
  }
});

test("a package that is not in the lock file is refused", async () => {
  await expect(bundledPackages(["node_modules/unheard-of/index.js"])).rejects.toThrow(
    "bun.lock does not pin unheard-of",
  );
});

test("the same packages give the same bytes, in every order of the modules", async () => {
  const text = document(packages, modules);
  const reversed = new Map(Array.from(modules).reverse());
  expect(document(await bundledPackages(reversed.keys()), reversed)).toBe(text);
});

test("the graph leads from the product to every component, and names nothing else", () => {
  const { components, dependencies } = JSON.parse(document(packages, modules));
  const rows: readonly { ref: string; dependsOn: readonly string[] }[] = dependencies;
  const edges = new Map(rows.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const listed = components.map((component: { "bom-ref": string }) => component["bom-ref"]);
  const root = "gatehouse@1.2.3";
  expect(Array.from(edges.keys())).toEqual([root, ...listed]);
  const reached = new Set([root]);
  for (const from of reached) {
    for (const to of edges.get(from) ?? []) {
      reached.add(to);
    }
  }
  expect(Array.from(reached).sort()).toEqual([root, ...listed].sort());
  const versionOf = (name: string) =>
    `${name}@${packages.find((each) => each.name === name)?.version}`;
  expect(edges.get(root)).toContain(versionOf("elysia"));
  expect(edges.get(root)).not.toContain(versionOf("memoirist"));
  expect(edges.get(versionOf("elysia"))).toContain(versionOf("memoirist"));
  expect(edges.get(versionOf("immutable"))).toEqual([]);
});

test("the graph has an edge for each import of another package, and none for others", () => {
  const [elysia, typebox] = ["node_modules/elysia", "node_modules/@sinclair/typebox"];
  const imports = new Map([
    ["src/main.ts", ["src/a.ts", `${elysia}/index.mjs`, "path"]],
    ["src/a.ts", []],
    [`${elysia}/index.mjs`, [`${elysia}/b.mjs`, `${typebox}/c.mjs`]],
    [`${elysia}/b.mjs`, ["bun"]],
    [`${typebox}/c.mjs`, []],
  ]);
  const graph = packageGraph(imports, "gatehouse@1.2.3");
  expect(Array.from(graph, ([from, to]) => [from.replace(version, ""), to.length])).toEqual([
    ["@sinclair/typebox", 0],
    ["elysia", 1],
    ["gatehouse", 1],
  ]);
});

test("the document has the properties that CycloneDX requires", () => {
  const [scoped, plain, either] = [
    { name: "@a/b", license: "MIT", notices: "Copyright" },
    { name: "c", license: "Apache-2.0", notices: "" },
    { name: "d", license: "(MIT OR Apache-2.0)", notices: "Copyright" },
  ].map((found) => ({ ...found, version: "1.0.0", sha512: "00ff" }));
  const { metadata, components, dependencies, ...rest } = JSON.parse(
    billOfMaterials({
      product,
      bunVersion: "1.4.5",
      packages: [scoped, plain, either].flatMap((found) => found ?? []),
      graph: new Map([
        ["gatehouse@1.2.3", ["@a/b@1.0.0"]],
        ["@a/b@1.0.0", ["c@1.0.0", "d@1.0.0"]],
      ]),
    }),
  );
  expect(rest).toEqual({ bomFormat: "CycloneDX", specVersion: "1.6", version: 1 });
  expect(metadata.component).toMatchObject({ type: "application", version: "1.2.3" });
  expect(dependencies).toEqual([
    { ref: "gatehouse@1.2.3", dependsOn: ["bun@1.4.5", "@a/b@1.0.0"] },
    { ref: "bun@1.4.5", dependsOn: [] },
    { ref: "@a/b@1.0.0", dependsOn: ["c@1.0.0", "d@1.0.0"] },
    { ref: "c@1.0.0", dependsOn: [] },
    { ref: "d@1.0.0", dependsOn: [] },
  ]);
  const common = { type: "library", version: "1.0.0" };
  const hashes = [{ alg: "SHA-512", content: "00ff" }];
  const text = { contentType: "text/plain", content: "Copyright" };
  expect(components).toEqual([
    {
      type: "platform",
      "bom-ref": "bun@1.4.5",
      name: "bun",
      version: "1.4.5",
      licenses: [{ license: { id: "MIT" } }],
      purl: "pkg:npm/bun@1.4.5",
    },
    {
      ...common,
      "bom-ref": "@a/b@1.0.0",
      name: "@a/b",
      hashes,
      licenses: [{ license: { id: "MIT", text } }],
      purl: "pkg:npm/%40a/b@1.0.0",
    },
    {
      ...common,
      "bom-ref": "c@1.0.0",
      name: "c",
      hashes,
      licenses: [{ license: { id: "Apache-2.0" } }],
      purl: "pkg:npm/c@1.0.0",
    },
    {
      ...common,
      "bom-ref": "d@1.0.0",
      name: "d",
      hashes,
      licenses: [{ expression: "(MIT OR Apache-2.0)" }],
      purl: "pkg:npm/d@1.0.0",
    },
  ]);
});
