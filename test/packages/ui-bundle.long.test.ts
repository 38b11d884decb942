import { expect, test } from "bun:test";
import { brotliCompressSync } from "node:zlib";
import { bundleUi } from "../../packaging/bundle-ui.ts";
import { minified } from "../../packaging/minified.ts";

const gzipBytesMax = 408 * 1_024;
const firstLoadBytesMax = 120 * 1_024;

test("all files of the web UI have at most 408 KiB in gzip", async () => {
  const { files } = await bundleUi();
  expect(files.length).toBeGreaterThan(3);
  const bytes = files.reduce((sum, { content }) => sum + Bun.gzipSync(content).length, 0);
  expect(bytes).toBeLessThan(gzipBytesMax);
});

test("the first page needs at most 120 KiB in Brotli: its script, which imports no other, and its styles", async () => {
  const { files, script, styles } = await bundleUi();
  const first = files.filter(({ name }) => name === script || styles.includes(name));
  const sizes = await Promise.all(
    first.map(async ({ name, content }) => {
      const text = new TextDecoder().decode(content);
      expect(text).not.toMatch(/^import\b[^("]*"/);
      const small = name === script ? await minified(name, text, { module: true }) : text;
      return brotliCompressSync(small).length;
    }),
  );
  expect(sizes).toHaveLength(1 + styles.length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(firstLoadBytesMax);
});
