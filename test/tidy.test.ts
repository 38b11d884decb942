import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { posix } from "node:path";

const nouns = "{audits,environments,features,groups,members,plans,projects,tokens}";
const things = "{audit,environment,feature,group,member,user,plan,project,token}";
const controllers =
  "access errors expressions http nouns percentages services snapshots text toggles";

/**
 * The rooms, the files each holds (paths below src/, the first row that fits), and the rooms these
 * may import beside their own. Arrows point one way (DESIGN.md section 5): a row that needs a room
 * below it in this table is a design question, not a table entry.
 */
const rooms: Record<string, readonly [files: string, mayImport: string]> = {
  package: ["../package.json", ""],
  errors: ["errors.ts", ""],
  text: ["text/*.ts", ""],
  percentages: ["percentages/*.ts", "errors text"],
  expressions: ["expressions/**.ts", "errors percentages text"],
  toggles: ["toggles/*.ts", "errors expressions percentages text"],
  nouns: [`${nouns}/${things}.ts`, "errors expressions text toggles"],
  secrets: ["tokens/token-value.ts", ""],
  controllers: [`${nouns}/*-{controller,model,docs,query}.ts`, controllers],
  services: [
    `${nouns}/*.ts`,
    "access errors expressions nouns percentages port secrets snapshots state text toggles writer",
  ],
  state: ["state/*.ts", "errors nouns text toggles"],
  access: ["access/*.ts", "errors nouns secrets state text"],
  snapshots: ["snapshots/*.ts", "errors nouns state text toggles"],
  port: ["storage/storage.ts", "nouns state"],
  storage: ["storage/*.ts", "errors expressions nouns port state text toggles"],
  writer: ["writer/*.ts", "errors nouns port state text toggles"],
  telemetry: [
    "telemetry/**.ts",
    "access errors http log nouns port services snapshots state storage text toggles",
  ],
  http: ["http/*.ts", "errors snapshots text"],
  docs: ["docs/*.ts", "errors http text"],
  health: ["health/*.ts", "errors http text"],
  deployments: [
    "deployments/*.ts",
    `${controllers} controllers docs health telemetry port state writer`,
  ],
  metrics: ["metrics/*.ts", "nouns port state"],
  limits: ["limits/*.ts", "errors http"],
  config: ["config/*.ts", "errors text"],
  log: ["log/*.ts", "state"],
  server: [
    "server/*.ts",
    "access config deployments docs errors health http limits log metrics port",
  ],
  administration: [
    "administration/*.ts",
    "access config errors http nouns port secrets services state storage text writer",
  ],
  backup: ["backup/*.ts", "config errors port storage telemetry text"],
  cli: ["cli/*.ts", "administration backup config errors nouns package text"],
  index: ["index.ts", "*"],
  main: ["main.ts", "*"],
};

/** Which rooms may import a library; one that stands nowhere is a new decision to take here. */
const libraries: Record<string, string> = {
  elysia: "controllers deployments docs health http index metrics server telemetry",
  "@elysiajs/swagger": "docs",
  "@sinclair/typebox": "administration backup controllers docs health http telemetry",
  "drizzle-orm": "storage telemetry",
  "bun:sqlite": "storage telemetry",
  "@sindresorhus/slugify": "services",
  immutable: "access snapshots state storage writer",
  "modern-tar": "backup",
  "lru-cache": "limits services",
  "prom-client": "metrics",
  "swagger-ui-dist": "docs",
  "node:crypto": "access config secrets storage telemetry",
  "node:fs": "administration backup cli config health main metrics storage telemetry",
  "node:http": "cli server",
  "node:https": "cli",
  "node:net": "cli config limits",
  "node:os": "administration",
  "node:path": "administration backup cli config main metrics storage telemetry",
  "node:util": "config",
  "node:zlib": "http telemetry",
};

/** Rooms whose results depend on their arguments alone. */
const pure = "errors expressions nouns percentages state text toggles";
const impure =
  /\b(?:Date\.now|Math\.random|performance|crypto|fetch|set(?:Timeout|Interval|Immediate)|queueMicrotask|globalThis|process|console)\b|\bnew Date\(\)|\bBun\.(?!hash\b)|import\.meta/g;
/** Files that may know the process they run in: main.ts, and macros, which run while bundling. */
const ownsProcess = /^(?:main|.*\.macro)\.ts$/;
const processGlobals = /\b(?:process|console)\.|\bimport\.meta\b/g;
const entries = ["src/main.ts", "src/index.ts", "src/telemetry/worker.ts"];
/** Finished before what will import them: a row goes as soon as its file is wired. */
const unwired: readonly string[] = [];
const lineCountMax = 300;

interface Source {
  /** From the repository's root. */
  readonly path: string;
  readonly text: string;
}

const sources = read("src/**/*.ts");
const tests = read("test/**/*.ts");
const tools = read("packaging/*.ts");

test("every file is in a room, and imports only what the table lets its room import", () => {
  expect(sources.flatMap(wrongImports)).toEqual([]);
});

test("pure rooms ask nothing of the world, and only main.ts knows the process", () => {
  expect(sources.flatMap(worldly)).toEqual([]);
});

test("nothing is cast away, silenced or left to chance, and no file is longer than 300 lines", () => {
  expect([...sources, ...tests, ...tools].flatMap(untidy)).toEqual([]);
  expect(
    [...sources, ...tools].flatMap(({ path, text }) => found(path, codeOf(text), laxTypes)),
  ).toEqual([]);
});

test("no test is focused, left for later, or skipped without a condition", () => {
  expect(tests.flatMap(({ path, text }) => found(path, codeOf(text), unfairTests))).toEqual([]);
});

test("no source file is dead", () => {
  const starts = [...entries, ...unwired, ...tests.map(({ path }) => path)];
  const alive = reachable(starts, [...sources, ...tests]);
  const dead = sources.filter(({ path }) => !alive.has(path) && !path.endsWith(".d.ts"));
  expect(dead.map(({ path }) => path)).toEqual([]);
});

test("no file names a machine's own path, and the lock file names no registry", () => {
  const documents = read("{Makefile,README.md,.ci/*,packaging/*,*.json,*.toml,*.config.ts}");
  const places = /(?<![\w/.~-])\/(?:home|root|work|Users)\/|\.\.\/shared\b/g;
  const all = [...sources, ...tests, ...documents];
  expect(all.flatMap(({ path, text }) => found(path, text, places))).toEqual([]);
  expect(read("bun.lock").flatMap(({ path, text }) => found(path, text, /\S*:\/\/\S*/g))).toEqual(
    [],
  );
});

test("the rules above can fail", () => {
  const wrong = (path: string, text: string) => wrongImports({ path: `src/${path}`, text }).length;
  expect(wrong("text/a.ts", 'import { a } from "../errors.ts";')).toBe(1);
  expect(wrong("toggles/a.ts", 'import type { A } from "../features/a-service.ts";')).toBe(1);
  expect(wrong("features/a-service.ts", 'import { Elysia } from "elysia";')).toBe(1);
  expect(wrong("cli/a.ts", 'await import("drizzle-orm/sqlite-core");')).toBe(1);
  expect(wrong("novel/a.ts", "")).toBe(1);
  expect(wrong("main.ts", 'import "./novel/a.ts"; import "unheard-of";')).toBe(2);
  expect(
    wrong("features/a-controller.ts", '/* from "x" */ import { a } from "./a-service.ts";'),
  ).toBe(0);
  const asks = (path: string, text: string) => worldly({ path: `src/${path}`, text }).length;
  expect(asks("toggles/a.ts", "const now = Date.now(); Bun.sleep(1); new Date();")).toBe(3);
  expect(asks("toggles/a.ts", 'const a = "Date.now()"; // fetch\nnew Date(1);')).toBe(0);
  expect(asks("storage/a.ts", ["console.log(`$", "{process.pid}`);"].join(""))).toBe(2);
  const unfair = (text: string) => found("a", codeOf(text), unfairTests).length;
  expect(unfair("test.only(); describe.skip(); it.skipIf(a).todo(); test.each(b).failing;")).toBe(
    4,
  );
  expect(unfair("test.skipIf(true)(); test.skipIf(!false); test.skipIf(1); test.skipIf;")).toBe(4);
  expect(
    unfair("test.skipIf(!isRoot)(); describe.skipIf(!(a || b)); test.skipIf(a).each(b);"),
  ).toBe(0);
  const lax = "a as any; b!.c; const d: any[] = []; e as unknown as F; g!= h; const i = !j;";
  expect(found("a", codeOf(lax), laxTypes).length).toBe(4);
  expect(codeOf("const quote = /[\"'`/]/; // any\nconst a = 1 / 2;")).toBe(
    "const quote = 0; \nconst a = 1 / 2;",
  );
});

// Biome reports most of these too; what is a rule of the house does not hang on its settings.
const laxTypes =
  /(?:[:<|&]\s*any\b(?!\s*\()|\bas any\b|\bas (?:never|unknown as)\b|[\w)\]]!(?!=))/g;
const silencers = /biome[-]ignore|@ts-(?:ignore|nocheck|expect-error)|(?:eslint|oxlint)-disable/g;
const unfairTests =
  /\b(?:test|it|describe)(?:\.\w+(?:\([^()]*\))?)*\.(?:skip|only|todo|if|todoIf|failing)\b|\bskipIf\b(?!\(\s*(?!!?\s*(?:true|false|undefined|null)\b)[!(]*[A-Za-z_])|\b[xf](?:it|test|describe)\(/g;

function wrongImports({ path, text }: Source): string[] {
  const from = roomOf(path);
  if (from === undefined) {
    return [`${path} is in no room`];
  }
  return importsOf(path, text).flatMap((target) => {
    const to = target.startsWith("src/") || target === "package.json" ? roomOf(target) : target;
    const allowed = to !== undefined && (to in rooms ? arrow(from, to) : libraryAllows(from, to));
    return allowed ? [] : [`${path} (${from}) imports ${target}`];
  });
}

function arrow(from: string, to: string): boolean {
  const mayImport = rooms[from]?.[1] ?? "";
  return from === to || mayImport === "*" || mayImport.split(" ").includes(to);
}

function libraryAllows(from: string, specifier: string): boolean {
  const name = Object.keys(libraries).find(
    (library) => specifier === library || specifier.startsWith(`${library}/`),
  );
  return name !== undefined && (libraries[name] ?? "").split(" ").includes(from);
}

function roomOf(path: string): string | undefined {
  const below = posix.relative("src", path);
  return Object.entries(rooms).find(([, [files]]) => new Bun.Glob(files).match(below))?.[0];
}

function worldly({ path, text }: Source): string[] {
  const isPure = pure.split(" ").includes(roomOf(path) ?? "");
  const isOwner = ownsProcess.test(posix.basename(path));
  return isOwner ? [] : found(path, codeOf(text), isPure ? impure : processGlobals);
}

function untidy({ path, text }: Source): string[] {
  const lineCount = text.split("\n").length - 1;
  const long = lineCount > lineCountMax ? [`${path} has ${lineCount} lines`] : [];
  return [...long, ...found(path, text, silencers)];
}

function found(path: string, text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([match]) => `${path}: ${match}`);
}

function reachable(starts: readonly string[], files: readonly Source[]): ReadonlySet<string> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const seen = new Set(starts);
  for (const path of seen) {
    for (const target of importsOf(path, byPath.get(path)?.text ?? "")) {
      seen.add(target);
    }
  }
  return seen;
}

/** What a file imports, types and workers too: paths from the root, or names of packages. */
function importsOf(path: string, text: string): string[] {
  const specifiers = withoutComments(text).matchAll(
    /(?:\bfrom|\bimport|\bnew URL)\s*\(?\s*"(?<specifier>[^"\n]+)"/g,
  );
  return Array.from(specifiers, ({ groups }) => {
    const specifier = groups?.specifier ?? "";
    return specifier.startsWith(".") ? posix.join(posix.dirname(path), specifier) : specifier;
  });
}

const token =
  /(?<comment>\/\*[\s\S]*?\*\/|\/\/[^\n]*)|(?<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|(?<template>`(?:\\.|[^`\\])*`)|(?<=(?:[=(,:[!&|?{};]|\breturn)\s*)(?<regex>\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*)/g;

function withoutComments(text: string): string {
  return text.replace(token, (match, comment?: string) => (comment === undefined ? match : ""));
}

/** The code alone: no comments, strings or patterns; of a template what it computes. */
function codeOf(text: string): string {
  return text.replace(token, (match, comment?: string, string?: string, template?: string) => {
    if (comment !== undefined) {
      return "";
    }
    if (template !== undefined) {
      return Array.from(match.matchAll(/\$\{([^}]*)\}/g), ([, code]) => code).join(";");
    }
    return string === undefined ? "0" : '""';
  });
}

function read(pattern: string): Source[] {
  const root = posix.dirname(import.meta.dir);
  const paths = [...new Bun.Glob(pattern).scanSync({ cwd: root, dot: true })].sort();
  return paths.map((path) => ({ path, text: readFileSync(posix.join(root, path), "utf8") }));
}
