import { expect, test } from "bun:test";
import { startShell, words } from "./in-memory-shell.ts";

test("the plan's quotas and retention are set by sizes, counts and days, and shown", async () => {
  const { run } = await startShell(Date.now);
  const line =
    "limits set self_hosted --production-bytes 10MiB --environment-bytes 1KiB --project-bytes 5 " +
    "--features-per-project 7 --actors-per-gate 8 --audit-retention 90d";
  const out =
    "plan self_hosted\n" +
    "LIMIT                     VALUE     FROM\n" +
    "custom environments       1000      plan\n" +
    "tokens per environment    50        plan\n" +
    "audit events              all       plan\n" +
    "telemetry retention days  90        plan\n" +
    "audit retention days      90        set\n" +
    "production bytes          10485760  set\n" +
    "environment bytes         1024      set\n" +
    "project bytes             5         set\n" +
    "features per project      7         set\n" +
    "actors per gate           8         set\n";
  expect(await run(...words(line))).toEqual({ code: 0, out, err: "" });
  expect(await run("limits", "show")).toEqual({ code: 0, out, err: "" });
  const reset = await run(...words("limits set self_hosted --audit-retention forever"));
  expect(reset.out).toContain("audit retention days      forever    plan\n");
  expect(reset.out).not.toContain("set\n");
});

test.each([
  ["--production-bytes 64GiB", "production bytes          68719476736  set"],
  ["--production-bytes 0", "production bytes          0          set"],
  ["--audit-retention 36500d", "audit retention days      36500      set"],
])("limits set team %s", async (flags, row) => {
  const { run } = await startShell(Date.now);
  const { code, out } = await run(...words(`limits set team ${flags}`));
  expect(code).toBe(0);
  expect(out).toContain(row);
});

const size = "a size from 0 to 68719476736 bytes, such as 1000 or 64MiB";
const days = "a number of days from 1d to 36500d, or forever";
test.each([
  ["--audit-retention 36h", `--audit-retention must be ${days}, not "36h"`],
  ["--audit-retention 0d", `--audit-retention must be ${days}, not "0d"`],
  ["--audit-retention 90", `--audit-retention must be ${days}, not "90"`],
  ["--production-bytes 65GiB", `--production-bytes must be ${size}, not "65GiB"`],
  ["--environment-bytes 1MB", `--environment-bytes must be ${size}, not "1MB"`],
  ["--project-bytes -1", `--project-bytes must be ${size}, not "-1"`],
  [
    "--features-per-project all",
    '--features-per-project must be an integer from 0 to 1000000, not "all"',
  ],
  [
    "--actors-per-gate 1000001",
    '--actors-per-gate must be an integer from 0 to 1000000, not "1000001"',
  ],
])("limits set team %s is refused", async (flags, reason) => {
  const { run, writer } = await startShell(Date.now);
  const before = writer.state;
  const { code, err } = await run(...words(`limits set team ${flags}`));
  expect([code, err]).toEqual([2, expect.stringContaining(`gatehouse: ${reason} (see gatehouse `)]);
  expect(writer.state).toBe(before);
});
