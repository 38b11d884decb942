import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { canMount, SmallDisk } from "../faults/small-disk.ts";

interface Selftest {
  readonly passed: boolean;
  readonly steps: readonly {
    readonly name: string;
    readonly passed: boolean;
    readonly reason: string | null;
  }[];
}

/** Runs the self-test with temporary files in a directory, and variables that it must not use. */
async function selftest(temporary: string, ...flags: readonly string[]) {
  const child = Bun.spawn([...testedProgram.argv, "selftest", ...flags], {
    env: { PATH: "", TMPDIR: temporary, GATEHOUSE_DATABASE: "postgres://127.0.0.1:1/none" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ]);
  return { out, err, code };
}

test("every step passes, and nothing stays", async () => {
  using directory = new TemporaryDirectory();
  const { out, err, code } = await selftest(directory.path);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(/^(?:✓ [^\n]+\n){6}$/);
  expect(out).toContain("✓ killed and started again, it has every acknowledged change\n");
  expect(readdirSync(directory.path)).toEqual([]);
});

test("without a place for temporary files it fails", async () => {
  using directory = new TemporaryDirectory();
  const { out, code } = await selftest(join(directory.path, "missing"));
  expect(code).toBe(1);
  expect(out).toMatch(/^✗ a temporary directory is created: [^\n]*ENOENT[^\n]*\n$/);
});

test.skipIf(!canMount)("on a full disk it fails, and leaves nothing there", async () => {
  using disk = SmallDisk.mount("1m");
  disk.fill(256 * 1024);
  const before = readdirSync(disk.path);
  const { out, code } = await selftest(disk.path, "--json");
  expect(code).toBe(1);
  const { passed, steps }: Selftest = JSON.parse(out);
  expect(passed).toBe(false);
  const failed = steps.filter((step) => !step.passed);
  expect(failed[0]?.reason).toMatch(/space|full|503|exit code/);
  expect(failed.slice(1).map(({ reason }) => reason)).toEqual(
    failed.slice(1).map(() => "not reached"),
  );
  // What needs no disk is tested anyway.
  expect(steps.at(-1)).toMatchObject({ passed: true });
  expect(readdirSync(disk.path)).toEqual(before);
});
