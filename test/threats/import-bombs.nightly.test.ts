import { expect, test } from "bun:test";

test("of 8 imports at once, each 48 KB of gzip and 48 MiB inflated, one is read, in little memory", async () => {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/import-bombs.ts`], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const { bytes, statuses, grownMiB } = JSON.parse(await new Response(child.stdout).text());
  expect(await child.exited).toBe(0);
  expect(bytes).toBeLessThan(50_000);
  expect(statuses).toEqual([204, 503, 503, 503, 503, 503, 503, 503]);
  // Less than twice one document: the body, its text and its JSON never exist as a whole.
  expect(grownMiB).toBeLessThan(96);
});
