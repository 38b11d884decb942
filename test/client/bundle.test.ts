import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeClientBundles } from "../../packaging/package-bundles.ts";

const sources = join(import.meta.dir, "../../src");
const bytesMax = 8.9 * 1024;
/** With the parts that are loaded when they are needed. */
const allBytesMax = 12.75 * 1024;
/** What only some runtimes have, and libraries of the server. */
const notPortable =
  /\b(?:Bun|Deno|Buffer|process|require|window|document|navigator|localStorage|EventSource|setImmediate)\b|node:|import\.meta|typebox|immutable/;
/** Undefined where the runtime has no such thing. */
const onlyIfPresent = /globalThis\.process\?\.getBuiltinModule\?\.\(["'`]node:async_hooks["'`]\)/g;
const staticImports = /(?:\bfrom|\bimport)\s*"\.\/([\w.-]+)"/g;
const lazyImports = /\bimport\(\s*["'`]\.\/([\w.-]+)["'`]\s*\)/g;

const gzipBytes = (text: string) => Bun.gzipSync(text, { level: 9 }).byteLength;

/** The files of the package that an entry loads, at once or, with `lazyImports`, later too. */
async function loaded(
  directory: string,
  entry: string,
  patterns: readonly RegExp[],
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const pending = new Set([entry]);
  for (const name of pending) {
    const text = await Bun.file(join(directory, name)).text();
    files.set(name, text);
    for (const [, found = ""] of patterns.flatMap((pattern) => [...text.matchAll(pattern)])) {
      pending.add(found);
    }
  }
  return files;
}

const sizeOf = (files: ReadonlyMap<string, string>) =>
  [...files.values()].reduce((sum, text) => sum + gzipBytes(text), 0);

test("a page loads at most 8.9 KiB of the client, bundled and compressed, and few parts later", async () => {
  const directory = await mkdtemp(join(tmpdir(), "client-"));
  try {
    await writeClientBundles(directory, true);
    const first = await loaded(directory, "client.js", [staticImports]);
    expect(sizeOf(first)).toBeLessThan(bytesMax);
    const all = await loaded(directory, "client.js", [staticImports, lazyImports]);
    expect(all.size).toBe(first.size + 3);
    expect(sizeOf(all)).toBeLessThan(allBytesMax);
    for (const text of all.values()) {
      expect(text.replaceAll(onlyIfPresent, "").match(notPortable)).toBeNull();
    }
  } finally {
    await rm(directory, { recursive: true });
  }
});

test.each(["client.ts", "openfeature.ts"])(
  "%s needs nothing of one runtime, and no library",
  async (entry) => {
    const { outputs, metafile } = await Bun.build({
      entrypoints: [join(sources, entry)],
      target: "browser",
      minify: true,
      metafile: true,
    });
    const text = (await outputs[0]?.text()) ?? "";
    const inputs = Object.keys(metafile?.inputs ?? {});
    expect(text.replaceAll(onlyIfPresent, "").match(notPortable)).toBeNull();
    expect(inputs.filter((input) => input.includes("node_modules"))).toEqual([]);
    // One file has everything, if its bundler wants that.
    expect(text).not.toMatch(/\bfrom\s*"|\bimport\s*\(/);
    // It has the evaluation of the server, and not another one.
    for (const path of [
      "core/evaluation/actor-check.ts",
      "core/expressions/compile-expression.ts",
    ]) {
      expect(
        inputs.some((input) => input.endsWith(`/src/${path}`) || input === `src/${path}`),
      ).toBeTrue();
    }
  },
);

test("the rule above reports what is not portable", () => {
  for (const text of ["Buffer.from(a)", "process.env.A", 'from"node:fs"', "new EventSource(b)"]) {
    expect(text).toMatch(notPortable);
  }
});

test("the files of the package have readable lines, as Node prints the line of an error", async () => {
  const directory = await mkdtemp(join(tmpdir(), "client-"));
  try {
    await writeClientBundles(directory);
    const all = await loaded(directory, "openfeature.js", [staticImports, lazyImports]);
    const lines = [...all.values()].flatMap((text) => text.split("\n"));
    expect(lines.length).toBeGreaterThan(500);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(250);
  } finally {
    await rm(directory, { recursive: true });
  }
});
