import { expect, test } from "bun:test";
import { Registry } from "prom-client";
import { createLog } from "../../src/http/log/log.ts";
import { registerSelftest } from "../../src/server/metrics/selftest-metrics.ts";
import { scheduleSelftests } from "../../src/server/server-selftests.ts";

const now = Date.parse("2026-01-15T09:30:00.000Z");

/** Runs a shell script instead of the self-test, once. */
async function scheduled(script: string) {
  const logged: unknown[] = [];
  const ended = Promise.withResolvers<void>();
  const log = createLog({
    ...{ level: "info", format: "json", now: () => now },
    write(line) {
      const { time: _, ...rest } = JSON.parse(line);
      logged.push(rest);
      ended.resolve();
    },
  });
  const registry = new Registry();
  const selftests = scheduleSelftests({
    config: { selftestEveryMs: 86_400_000 },
    log,
    program: ["sh", "-c", script],
    environment: { PATH: process.env.PATH, GATEHOUSE_DATABASE: "postgres://production" },
    now: () => now,
    firstMs: 0,
  });
  registerSelftest(registry, () => selftests);
  const before = await registry.metrics();
  await ended.promise;
  await selftests?.stop();
  return { logged, before, after: await registry.metrics() };
}

test("a self-test runs in a process without the settings of the server", async () => {
  const { logged, before, after } = await scheduled('test -z "$GATEHOUSE_DATABASE"');
  expect(logged).toMatchObject([{ level: "info", message: "self-test passed" }]);
  expect(before).toMatch(/^gatehouse_selftest_success nan$/im);
  expect(after).toContain("\ngatehouse_selftest_success 1\n");
  expect(after).toContain(`\ngatehouse_selftest_timestamp_seconds ${now / 1_000}\n`);
});

test("a failed one is logged with the steps that failed, and is 0 in the metrics", async () => {
  const { logged, after } = await scheduled('echo "✓ good"; echo "✗ bad: lost"; exit 1');
  expect(logged).toMatchObject([
    { level: "error", message: "self-test failed", reason: "✗ bad: lost" },
  ]);
  expect(after).toContain("\ngatehouse_selftest_success 0\n");
});

test("without the setting there is none", () => {
  const log = createLog({ level: "info", format: "text", now: Date.now, write: () => undefined });
  const config = { selftestEveryMs: undefined };
  expect(
    scheduleSelftests({ config, log, program: [], environment: {}, now: Date.now }),
  ).toBeUndefined();
});
