import { expect, test } from "bun:test";
import { posix } from "node:path";
import { layers, libraries, pure, uiImports } from "../../packaging/architecture.ts";
import {
  codeOf,
  folderOf,
  importsOf,
  readFiles,
  type SourceFile,
} from "../../packaging/source-imports.ts";

const inBrowser = (path: string) => path.startsWith("src/ui/");
const sources = readFiles("src/**/*.ts").filter(({ path }) => !inBrowser(path));
const uiSources = readFiles("src/ui/**/*.{ts,tsx}");
const tests = readFiles("test/**/*.ts");
const folders = Object.keys(layers);

/** The entry points; every other source file must be imported by them or by a test. */
const entries = [
  "src/executable-entry.ts",
  "src/main.ts",
  "src/index.ts",
  "src/testing.ts",
  "src/client.ts",
  "src/client-file.ts",
  "src/openfeature.ts",
  "src/telemetry/worker/worker.ts",
  "src/storage/sqlite/commit-worker.ts",
  // Only drizzle-kit reads them, for migrations.
  "src/storage/postgres/postgres-short-lived-schema.ts",
  "src/telemetry/worker/postgres/postgres-telemetry-schema.ts",
];
const impure =
  /\b(?:Date\.now|Math\.random|performance|crypto|fetch|set(?:Timeout|Interval|Immediate)|queueMicrotask|globalThis|process|console)\b|\bnew Date\(\)|\bBun\.|import\.meta/g;
/** The entries of programs and index.ts, and macros, which run at build time. */
const mayUseProcess = /^(?:executable-entry|main|index|.*\.macro)\.ts$/;
const processGlobals = /\b(?:process|console)\.|\bimport\.meta\b/g;

test("every folder has a row in the table, and every row has a folder", () => {
  const found = new Set(sources.map(({ path }) => folderOf(path)));
  expect([...found].sort()).toEqual([...folders].sort());
});

test("a row names only rows above it, so that no layer imports a higher one", () => {
  const upward = folders.flatMap((folder, index) =>
    rowOf(folder)
      .filter((named) => named !== "*" && !folders.slice(0, index).includes(named))
      .map((named) => `${folder} -> ${named}`),
  );
  expect(upward).toEqual([]);
});

test("every import is allowed by the table", () => {
  expect(sources.flatMap(wrongImports)).toEqual([]);
});

test("a row names only folders that its folder imports", () => {
  const imported = new Set(
    sources.flatMap((file) => importsOf(file).map((target) => edgeOf(file, target))),
  );
  const unused = folders.flatMap((folder) =>
    rowOf(folder)
      .filter((named) => named !== "*" && !imported.has(`${folder} -> ${named}`))
      .map((named) => `${folder} -> ${named}`),
  );
  expect(unused).toEqual([]);
});

test("the browser's side imports itself, its libraries, types of the contract, and the calls", () => {
  expect(uiSources.length).toBeGreaterThan(0);
  expect(uiImports.code.filter((folder) => !isIn(folder, pure.folders))).toEqual([]);
  expect(uiSources.flatMap(wrongUiImports)).toEqual([]);
});

test("the telemetry worker and the main thread do not import each other's files", () => {
  const worker = "src/telemetry/worker/";
  const shared = ["src/telemetry/messages/", "src/telemetry/migrations/"];
  // A replica has no such worker, and checks submissions with the same reader.
  const ofReplicas = "src/replication/replica/";
  // Moves copy telemetry in a process of their own.
  const ofMoves = "src/cluster/transfer-data.ts";
  const mixed = sources.flatMap(({ path, text }) =>
    importsOf({ path, text }).filter(
      (target) =>
        target.startsWith("src/telemetry/") &&
        !shared.some((folder) => target.startsWith(folder)) &&
        !["src/main.ts", "src/serve-data.ts"].includes(path) &&
        !path.startsWith(ofReplicas) &&
        path !== ofMoves &&
        path.startsWith(worker) !== target.startsWith(worker),
    ),
  );
  expect(mixed).toEqual([]);
});

test("pure folders use no I/O, clock or Bun API, and only main.ts uses the process", () => {
  expect(sources.flatMap(impurities)).toEqual([]);
});

test("no files import each other in a circle", () => {
  expect(circles([...sources, ...uiSources])).toEqual([]);
});

test("no folders of the web UI import each other in a circle", () => {
  const folders = uiSources.map((file) => ({
    path: posix.dirname(file.path),
    imports: importsOf(file).map((target) => posix.dirname(target)),
  }));
  const byFolder = Map.groupBy(folders, ({ path }) => path);
  const importsByFolder = [...byFolder].map(
    ([path, files]) => [path, files.flatMap(({ imports }) => imports)] as const,
  );
  expect(circlesAmong(new Map(importsByFolder))).toEqual([]);
});

test("every source file is used by an entry point or a test", () => {
  const used = reachable([...entries, ...tests.map(({ path }) => path)], [...sources, ...tests]);
  const unused = sources.filter(({ path }) => !used.has(path) && !path.endsWith(".d.ts"));
  expect(unused.map(({ path }) => path)).toEqual([]);
});

test("the rules above report violations", () => {
  const wrong = (path: string, text: string) => wrongImports({ path: `src/${path}`, text }).length;
  const line = (target: string) => `import { a } from "${target}";`;
  expect(wrong("core/text/a.ts", line("../../storage/storage.ts"))).toBe(1);
  expect(wrong("app/services/a.ts", `import type { A } from "../../api/admin/a.ts";`)).toBe(1);
  expect(wrong("app/services/a.ts", line("elysia"))).toBe(1);
  expect(wrong("cli/a.ts", 'await import("drizzle-orm/sqlite-core");')).toBe(1);
  expect(wrong("novel/a.ts", "")).toBe(1);
  expect(wrong("main.ts", 'import "./novel/a.ts"; import "unheard-of";')).toBe(2);
  expect(wrong("api/a.ts", `/* from "x" */ ${line("../app/services/a.ts")}`)).toBe(0);
  const wrongUi = (text: string) => wrongUiImports({ path: "src/ui/a/b.tsx", text }).length;
  const contract = "../../api/admin/contract/a.ts";
  expect(wrongUi(`import type { A } from "${contract}"; ${line("react")}`)).toBe(0);
  expect(wrongUi(line(contract))).toBe(1);
  expect(wrongUi(line("../../api/admin/calls/a.ts"))).toBe(0);
  expect(wrongUi(`import type { A } from "../../api/admin/a.ts"; ${line("elysia")}`)).toBe(2);
  const impurityCount = (path: string, text: string) =>
    impurities({ path: `src/${path}`, text }).length;
  const clock = "const now = Date.now(); Bun.sleep(1); new Date();";
  expect(impurityCount("core/model/a.ts", clock)).toBe(3);
  expect(impurityCount("core/model/a.ts", line("node:fs"))).toBe(1);
  expect(impurityCount("core/a.ts", 'const a = "Date.now()"; // fetch\nnew Date(1);')).toBe(0);
  expect(impurityCount("storage/a.ts", ["console.log(`$", "{process.pid}`);"].join(""))).toBe(2);
  const file = (name: string, target: string) => ({ path: `src/${name}`, text: line(target) });
  expect(circles([file("a.ts", "./b.ts"), file("b.ts", "./c.ts"), file("c.ts", "./a.ts")])).toEqual(
    ["src/a.ts", "src/b.ts", "src/c.ts"],
  );
  expect(circles([file("a.ts", "./b.ts"), file("b.ts", "./c.ts")])).toEqual([]);
});

function rowOf(folder: string): readonly string[] {
  return (layers[folder] ?? "").split(" ").filter((name) => name !== "");
}

/** An import as folders, such as `cli -> config`; undefined for an import of a library. */
function edgeOf({ path }: SourceFile, target: string): string | undefined {
  const to = folderOf(target);
  return to === undefined ? undefined : `${folderOf(path)} -> ${to}`;
}

function wrongImports(file: SourceFile): string[] {
  const from = folderOf(file.path) ?? "";
  if (!folders.includes(from)) {
    return [`${file.path} is in a folder without a row in the table`];
  }
  return importsOf(file).flatMap((target) =>
    isAllowed(from, target) ? [] : [`${file.path} imports ${target}`],
  );
}

function isAllowed(from: string, target: string): boolean {
  const to = folderOf(target);
  if (to === undefined) {
    return libraryAllows(from, target);
  }
  const row = rowOf(from);
  return to === from || row.includes(to) || (row.includes("*") && folders.includes(to));
}

function libraryAllows(from: string, specifier: string): boolean {
  const name = Object.keys(libraries).find((library) => isLibrary(specifier, library));
  return name !== undefined && (libraries[name] ?? "").split(" ").includes(from);
}

function isLibrary(specifier: string, library: string): boolean {
  return specifier === library || specifier.startsWith(`${library}/`);
}

function isIn(path: string, starts: readonly string[]): boolean {
  return starts.some((start) => path.startsWith(start));
}

/** The files that import themselves over others. */
function circles(files: readonly SourceFile[]): readonly string[] {
  return circlesAmong(new Map(files.map((file) => [file.path, importsOf(file)])));
}

function circlesAmong(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const left = new Map([...imports].map(([path, targets]) => [path, new Set(targets)]));
  for (const [path, targets] of left) {
    targets.delete(path);
  }
  // What imports nothing that is left is in no circle.
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const [path, targets] of left) {
      if (![...targets].some((target) => left.has(target))) {
        left.delete(path);
      }
    }
  }
  // What nothing imports only leads to a circle.
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const path of left.keys()) {
      if (![...left.values()].some((targets) => targets.has(path))) {
        left.delete(path);
      }
    }
  }
  return [...left.keys()].sort();
}

/** Values from the server's side would be bundled for browsers. */
function wrongUiImports(file: SourceFile): string[] {
  const values = new Set(
    importsOf({ ...file, text: valuesOf(file.text) }).filter((target) => !inBrowser(target)),
  );
  return importsOf(file).flatMap((target) => {
    const isType = isIn(target, uiImports.types) && !values.has(target);
    const isCode = isIn(target, uiImports.code);
    const isKnown = uiImports.libraries.some((library) => isLibrary(target, library));
    return inBrowser(target) || isKnown || isType || isCode
      ? []
      : [`${file.path} imports ${target}`];
  });
}

/** The text without imports of types. */
function valuesOf(text: string): string {
  return text.replaceAll(/\bimport type\s[^;]*;/g, "");
}

function impurities(file: SourceFile): string[] {
  const { path, text } = file;
  const isPure = isIn(path, pure.folders) && !isIn(path, pure.exceptions);
  const isOwner = mayUseProcess.test(path.slice(path.lastIndexOf("/") + 1));
  const pattern = isPure ? impure : processGlobals;
  const uses = Array.from(codeOf(text).matchAll(pattern), ([use]) => use);
  const foreign = importsOf(file).filter(
    (target) => !isIn(target, [...pure.folders, ...pure.imports]),
  );
  return (isOwner ? [] : [...uses, ...(isPure ? foreign : [])]).map((use) => `${path}: ${use}`);
}

function reachable(starts: readonly string[], files: readonly SourceFile[]): ReadonlySet<string> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const seen = new Set(starts);
  for (const path of seen) {
    const file = byPath.get(path);
    for (const target of file === undefined ? [] : importsOf(file)) {
      seen.add(target);
    }
  }
  return seen;
}
