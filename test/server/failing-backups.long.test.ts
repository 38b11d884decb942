import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { scheduleBackups } from "../../src/server/server-backups.ts";
import { ServerProcess, testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { entriesOf, loggedLines } from "../http/log/logged-lines.ts";
import { samplesOf } from "./metrics/samples.ts";

test("a failed backup is seen in /readyz and in the metrics, and the server stays ready", async () => {
  using place = new TemporaryDirectory();
  // A mountable server has no telemetry, and ignores the telemetry.db of a hosted one.
  writeFileSync(join(place.path, "telemetry.db"), "garbage ".repeat(900));
  const variables = { GATEHOUSE_BACKUP_DIRECTORY: join(place.path, "backups") };
  using server = await ServerProcess.start(testedProgram, place.path, { variables });
  const gauge = async () =>
    samplesOf(await (await fetch(`${server.url}/metrics`)).text()).get("gatehouse_backup_failing");
  while ((await gauge()) !== 1) {
    await Bun.sleep(50);
  }
  const ready = await fetch(`${server.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: "degraded", checks: { database: "ok", disk: "ok", backups: "degraded" } },
  ]);
});

test("a server without a schedule has neither the check nor the metric", async () => {
  using place = new TemporaryDirectory();
  using server = await ServerProcess.start(testedProgram, place.path, {});
  expect(await (await fetch(`${server.url}/metrics`)).text()).not.toContain("gatehouse_backup");
  const ready = await fetch(`${server.url}/readyz`);
  expect(await ready.json()).toEqual({ status: "ok", checks: { database: "ok", disk: "ok" } });
});

test("a backup that succeeds, or another leader, ends the failure", async () => {
  using place = new TemporaryDirectory();
  const { lines, log } = loggedLines();
  const leadership = { isLeading: true, lead: () => async () => undefined };
  const backups = scheduleBackups({
    config: { backups: { directory: place.path, everyMs: 5, keepMax: 1 } },
    log,
    // Fails until there is a file "repaired".
    program: ["/bin/sh", "-c", `test -e '${place.path}/repaired'`],
    source: { flags: [], environment: { PATH: process.env.PATH } },
    leadership,
    now: Date.now,
  });
  const until = async (isFailing: boolean) => {
    while (backups?.isFailing !== isFailing) {
      await Bun.sleep(5);
    }
  };
  await until(true);
  leadership.isLeading = false;
  expect(backups?.isFailing).toBe(false);
  leadership.isLeading = true;
  expect(backups?.isFailing).toBe(true);
  writeFileSync(join(place.path, "repaired"), "");
  await until(false);
  await backups?.stop();
  const messages = entriesOf(lines).map(({ message }) => message);
  expect(messages[0]).toBe("backup failed");
  expect(messages).toContain("backed up");
});
