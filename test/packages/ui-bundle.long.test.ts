import { expect, test } from "bun:test";
import { brotliCompressSync } from "node:zlib";
import { bundleUi } from "../../packaging/bundle-ui.ts";

const gzipBytesMax = 408 * 1_024;
const firstLoadBytesMax = 120 * 1_024;
const filesMax = 70;

const { files, script, styles } = await bundleUi();

test("all files of the web UI have at most 408 KiB in gzip", () => {
  expect(files.length).toBeGreaterThan(3);
  const bytes = files.reduce((sum, { content }) => sum + Bun.gzipSync(content).length, 0);
  expect(bytes).toBeLessThan(gzipBytesMax);
});

test("a page needs few files: each is a request, and a slow connection answers six at a time", () => {
  expect(files.length).toBeLessThan(filesMax);
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
