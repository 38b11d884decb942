import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { outcomeBucketOf } from "../../src/core/outcomes/outcome-bucket.ts";
import { guardedRollout, minutesOf } from "../telemetry/outcomes.ts";
import { TelemetryApi } from "../telemetry/telemetry-api.ts";
import { production, stateWith } from "../telemetry/telemetry-state.ts";

const now = Date.UTC(2026, 10, 21, 12, 34, 56);
const minute = Math.floor(now / 60_000);
const program = join(import.meta.dir, "ruby/outcomes.rb");
const file = join(import.meta.dir, "../../packaging/gatehouse_outcomes.rb");
const ruby = Bun.which("ruby");
const hasGems =
  ruby !== null &&
  Bun.spawnSync([ruby, "-e", "require 'flipper'; require 'active_support'"]).exitCode === 0;
/** In CI, a missing package makes the tests fail instead of being skipped. */
const isRequired = process.env.CI === "true";

async function outputOf(...arguments_: readonly string[]): Promise<string> {
  const child = Bun.spawn([ruby ?? "ruby", ...arguments_], {
    env: { PATH: process.env.PATH ?? "", LANG: "C.UTF-8" },
    ...({ stdin: "ignore", stdout: "pipe", stderr: "pipe" } as const),
  });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  expect([await child.exited, err]).toEqual([0, ""]);
  return out;
}

describe.skipIf(!(hasGems || isRequired))("outcomes of the public Ruby client", () => {
  test("count once for each work, also in threads and forked processes", async () => {
    await using api = await TelemetryApi.start({
      state: stateWith({ features: ["search"] }),
      now: () => now,
    });
    api.commit(guardedRollout(1, "search", ["checkout", "sign-in"]));
    const addresses = new Set<string>();
    const fetch = (request: Request) => {
      const { pathname, search } = new URL(request.url);
      addresses.add(pathname + search);
      return api.fetch(request);
    };
    const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch });
    const url = `http://127.0.0.1:${server.port}/adapter/?via=a+proxy`;
    expect(JSON.parse(await outputOf(program, url, String(production)))).toEqual({
      ...{ before: true, result: "done", raised: "lost", problems: [] },
    });
    await server.stop(true);
    expect([...addresses].sort()).toEqual([
      ...["/adapter/gatehouse/outcomes?via=a+proxy", "/adapter/gatehouse/watched?via=a+proxy"],
    ]);
    const range = { environmentId: production, key: "search" };
    const minutes = { ...range, fromMinute: minute, toMinute: minute + 1 };
    const [one, other] = [outcomeBucketOf("User;1"), outcomeBucketOf("User;77")];
    // Once with two checks, once with `next`, 200 times in threads, and once in a process.
    expect(await minutesOf(api, "checkout", minutes)).toEqual([
      [minute, { [one]: [203, 0] }, { [other]: [2, 2] }],
    ]);
    expect(await minutesOf(api, "sign-in", minutes)).toEqual([[minute, { [one]: [1, 0] }, {}]]);
    expect(api.telemetry.counters).toMatchObject({ outcomes: 4, droppedOutcomes: 0, refused: 0 });
  }, 180_000);

  test("are not counted for an address that is none", async () => {
    const code =
      "ARGV.each { |url| begin; Gatehouse::Outcomes.start(url: url, token: 't'); rescue ArgumentError => e; puts e.message; end }";
    const out = await outputOf("-r", file, "-e", code, "gatehouse.example", "ftp://a", "http:///");
    expect(out).toBe("url must begin with http:// or https://\n".repeat(3));
  });

  test("are in the bucket of the server's own hash", async () => {
    const ids = ["", "a", "User;1", "User;77", "Größe", "日本", "😀", "x".repeat(300)];
    const code = "ARGV.each { |id| puts Gatehouse::Outcomes.bucket(id) }";
    const out = await outputOf("-r", file, "-e", code, ...ids);
    expect(out.trim().split("\n").map(Number)).toEqual(ids.map(outcomeBucketOf));
  });
});
