import { expect, test } from "bun:test";
import { brotliCompressSync } from "node:zlib";
import { bundleUi } from "../../packaging/bundle-ui.ts";

const gzipBytesMax = 408 * 1_024;
const firstLoadBytesMax = 120 * 1_024;
const filesMax = 32;
const scriptsMax = 5;

const { files, script, styles, pages = {} } = await bundleUi();

test("all files of the web UI have at most 408 KiB in gzip", () => {
  expect(files.length).toBeGreaterThan(3);
  const bytes = files.reduce((sum, { content }) => sum + Bun.gzipSync(content).length, 0);
  expect(bytes).toBeLessThan(gzipBytesMax);
});

test("a page needs few files: each is a request, and a browser sends six at a time", () => {
  expect(files.length).toBeLessThan(filesMax);
  const names = new Set(files.map(({ name }) => name));
  expect(Object.keys(pages)).toContain("features");
  for (const scripts of Object.values(pages)) {
    expect(scripts.length).toBeLessThan(scriptsMax);
    expect(scripts.filter((name) => !names.has(name) || name === script)).toEqual([]);
  }
});

test("the first page needs at most 120 KiB in Brotli: its script, which imports no other, and its styles", () => {
  const first = files.filter(({ name }) => name === script || styles.includes(name));
  expect(first).toHaveLength(1 + styles.length);
  for (const { content } of first) {
    expect(new TextDecoder().decode(content)).not.toMatch(/(^|;)import\b[^("]*"/);
  }
  const sizes = first.map(({ content }) => brotliCompressSync(content).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(firstLoadBytesMax);
});
