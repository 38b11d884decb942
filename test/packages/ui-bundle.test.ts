import { expect, test } from "bun:test";
import { bundleUi } from "../../packaging/bundle-ui.ts";

const gzipBytesMax = 256 * 1_024;

test("all files of the web UI have at most 256 KiB in gzip", async () => {
  const { files } = await bundleUi();
  expect(files.length).toBeGreaterThan(3);
  const bytes = files.reduce((sum, { content }) => sum + Bun.gzipSync(content).length, 0);
  expect(bytes).toBeLessThan(gzipBytesMax);
});
