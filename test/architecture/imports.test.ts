import { expect, test } from "bun:test";
import { layers, libraries, pureFolders, uiImports } from "../../packaging/architecture.ts";
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
/** The entries main.ts and index.ts, and macros, which run at build time. */
const mayUseProcess = /^(?:main|index|.*\.macro)\.ts$/;
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

test("the browser's side imports itself, its libraries, types of the contract, and its calls", () => {
  expect(uiSources.length).toBeGreaterThan(0);
  expect(uiImports.code.filter((folder) => !pureFolders.includes(folder))).toEqual([]);
  expect(uiSources.flatMap(wrongUiImports)).toEqual([]);
});

test("the telemetry worker and the main thread do not import each other's files", () => {
  const worker = "src/telemetry/worker/";
  const shared = ["src/telemetry/messages/", "src/telemetry/migrations/"];
  // A replica has no such worker, and checks submissions with the same reader.
  const ofReplicas = "src/replication/replica/";
  // Moves copy telemetry in a process of their own.
  const ofMoves = "src/cluster/move-data.ts";
  const mixed = sources.flatMap(({ path, text }) =>
    importsOf({ path, text }).filter(
      (target) =>
        target.startsWith("src/telemetry/") &&
        !shared.some((folder) => target.startsWith(folder)) &&
        path !== "src/main.ts" &&
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

test("every source file is used by an entry point or a test", () => {
  const used = reachable([...entries, ...tests.map(({ path }) => path)], [...sources, ...tests]);
  const unused = sources.filter(({ path }) => !used.has(path) && !path.endsWith(".d.ts"));
  expect(unused.map(({ path }) => path)).toEqual([]);
});

test("the rules above report violations", () => {
  const wrong = (path: string, text: string) => wrongImports({ path: `src/${path}`, text }).length;
  const line = (target: string) => `import { a } from "${target}";`;
  expect(wrong("text/a.ts", line("../errors.ts"))).toBe(1);
  expect(wrong("toggles/a.ts", `import type { A } from "../services/a-service.ts";`)).toBe(1);
  expect(wrong("services/a-service.ts", line("elysia"))).toBe(1);
  expect(wrong("cli/a.ts", 'await import("drizzle-orm/sqlite-core");')).toBe(1);
  expect(wrong("novel/a.ts", "")).toBe(1);
  expect(wrong("main.ts", 'import "./novel/a.ts"; import "unheard-of";')).toBe(2);
  expect(wrong("telemetry/a.ts", line("./worker/b.ts"))).toBe(1);
  expect(wrong("flipper-api/features/a.ts", line("../hosted-api.ts"))).toBe(1);
  const wrongUi = (text: string) => wrongUiImports({ path: "src/ui/a/b.tsx", text }).length;
  expect(wrongUi(`import type { A } from "../../web/contract/a.ts"; ${line("react")}`)).toBe(0);
  expect(wrongUi(line("../../web/contract/a.ts"))).toBe(1);
  expect(wrongUi(line("../../web/calls/a.ts"))).toBe(0);
  expect(wrongUi(`import type { A } from "../../web/serve.ts"; ${line("elysia")}`)).toBe(2);
  expect(wrong("flipper-api/a.ts", `/* from "x" */ ${line("../services/a.ts")}`)).toBe(0);
  const impurityCount = (path: string, text: string) =>
    impurities({ path: `src/${path}`, text }).length;
  expect(impurityCount("toggles/a.ts", "const now = Date.now(); Bun.sleep(1); new Date();")).toBe(
    3,
  );
  expect(impurityCount("toggles/a.ts", 'const a = "Date.now()"; // fetch\nnew Date(1);')).toBe(0);
  expect(impurityCount("storage/a.ts", ["console.log(`$", "{process.pid}`);"].join(""))).toBe(2);
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
    return libraryAllows(from, target === "package.json" ? "../package.json" : target);
  }
  const row = rowOf(from);
  return to === from || row.includes(to) || (row.includes("*") && folders.includes(to));
}

function libraryAllows(from: string, specifier: string): boolean {
  const name = Object.keys(libraries).find(
    (library) => specifier === library || specifier.startsWith(`${library}/`),
  );
  return name !== undefined && (libraries[name] ?? "").split(" ").includes(from);
}

/** Values from the server's side would be bundled for browsers. */
function wrongUiImports(file: SourceFile): string[] {
  const values = new Set(
    importsOf({ ...file, text: valuesOf(file.text) }).filter((target) => !inBrowser(target)),
  );
  return importsOf(file).flatMap((target) => {
    const folder = folderOf(target);
    const isLibrary = uiImports.libraries.some(
      (library) => target === library || target.startsWith(`${library}/`),
    );
    const isType = uiImports.types.some((named) => named === folder) && !values.has(target);
    const isCode = uiImports.code.some((named) => named === folder);
    return inBrowser(target) || isLibrary || isType || isCode
      ? []
      : [`${file.path} imports ${target}`];
  });
}

/** The text without imports of types. */
function valuesOf(text: string): string {
  return text.replaceAll(/\bimport type\s[^;]*;/g, "");
}

function impurities({ path, text }: SourceFile): string[] {
  const isPure = pureFolders.includes(folderOf(path) ?? "");
  const isOwner = mayUseProcess.test(path.slice(path.lastIndexOf("/") + 1));
  const pattern = isPure ? impure : processGlobals;
  return isOwner ? [] : Array.from(codeOf(text).matchAll(pattern), ([use]) => `${path}: ${use}`);
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
