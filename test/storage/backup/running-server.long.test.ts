import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { partialPath } from "../../../src/storage/backup/back-up.ts";
import { restore } from "../../../src/storage/backup/restore.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { gatehouse } from "../../cli/administration/gatehouse-process.ts";
import { testedProgram } from "../../contract/server-process.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";
import type { HostedClient } from "../../helpers/hosted-client.ts";
import { type HostedServer, startHosted } from "../../helpers/hosted-server.ts";
import { contentsOf } from "./filled-data-directory.ts";

async function start(directory: string, now: () => number = Date.now): Promise<HostedServer> {
  return startHosted({ opened: await openSqliteStorage(directory), now });
}

async function enable(client: HostedClient, index: number): Promise<void> {
  const [response] = await client.gates.post("search", "actors", { flipper_id: `User;${index}` });
  expect(response.status).toBe(200);
}

test(
  "a backup of a writing server holds the data of one moment, and every request is answered",
  async () => {
    using directory = new TemporaryDirectory();
    const data = join(directory.path, "data");
    const server = await start(data);
    let written = 0;
    for (; written < 50; written++) {
      await enable(server.manager, written);
    }
    const before = written;
    const file = join(directory.path, "backup.tar.gz");
    let isDone = false;
    const backup = gatehouse(directory.path, ["backup", file, "--data", data]).finally(() => {
      isDone = true;
    });
    let readCount = 0;
    while (!isDone) {
      await enable(server.manager, written++);
      const [response] = await server.manager.features.get("search");
      expect(response.status).toBe(200);
      readCount++;
    }
    expect(await backup).toMatchObject({ code: 0, err: "" });
    expect(readCount).toBeGreaterThan(10);
    await server.stop();
    const target = join(directory.path, "restored");
    expect(await gatehouse(directory.path, ["restore", file, "--data", target])).toMatchObject({
      code: 0,
      err: "",
    });
    const { state, audits } = await contentsOf(target);
    const [production] = state.toggles;
    const actors = production?.[1].flatMap(([, { gates }]) => [...gates.actors]) ?? [];
    const indexes = actors.map((actor) => Number(actor.slice("User;".length)));
    // Writes were made one by one: data without gaps is the data of one moment after the start.
    expect(indexes.toSorted((left, right) => left - right)).toEqual([...indexes.keys()]);
    expect(indexes.length).toBeGreaterThanOrEqual(before);
    expect(indexes.length).toBeLessThanOrEqual(written);
    expect(audits.filter(({ action }) => action === "enable_actor").length).toBe(indexes.length);
  },
  { timeout: 180_000 },
);

test(
  "an older backup restores its data, with revisions that clients accept",
  async () => {
    using directory = new TemporaryDirectory();
    const data = join(directory.path, "data");
    const restored = join(directory.path, "restored");
    const file = join(directory.path, "backup.tar.gz");
    const clock = { nowMs: 1_700_000_000_000 };
    const now = () => clock.nowMs;
    const first = await start(data, now);
    await enable(first.manager, 1);
    expect(await gatehouse(directory.path, ["backup", file, "--data", data])).toMatchObject({
      code: 0,
    });
    clock.nowMs += 60_000;
    await enable(first.manager, 2);
    const seen = await lookAt(first.manager);
    expect(seen.text).toContain("User;2");
    await first.stop();

    await restore({ file, dataDirectory: restored });
    clock.nowMs += 60_000;
    const second = await start(restored, now);
    const client = second.manager.as(first.managerToken);
    const after = await lookAt(client);
    expect(after.text).not.toContain("User;2");
    expect(after.revision).toBeGreaterThan(seen.revision);
    const [unchanged] = await client.call("GET", "/features", {
      headers: { "if-none-match": seen.etag },
    });
    expect(unchanged.status).toBe(200);
    await enable(client, 3);
    expect((await lookAt(client)).revision).toBeGreaterThan(after.revision);
    await second.stop();
  },
  { timeout: 180_000 },
);

async function lookAt(client: HostedClient) {
  const [response, , text] = await client.features.list();
  const etag = response.headers.get("etag") ?? "";
  return { text, etag, revision: Number(response.headers.get("flipper-sync-version")) };
}

test(
  "a killed backup leaves no file or a complete one",
  async () => {
    using directory = new TemporaryDirectory();
    const data = join(directory.path, "data");
    const server = await start(data);
    await enable(server.manager, 1);
    for (const delayMs of [0, 3, 6, 10, 15]) {
      const file = join(directory.path, `${delayMs}.tar.gz`);
      const argv = [...testedProgram.argv, "backup", file, "--data", data];
      const child = Bun.spawn(argv, { stdout: "ignore", stderr: "ignore" });
      while (!(existsSync(partialPath(file)) || existsSync(file))) {
        expect(child.exitCode).toBeNull();
        await Bun.sleep(1);
      }
      await Bun.sleep(delayMs);
      child.kill("SIGKILL");
      await child.exited;
      if (existsSync(file)) {
        await restore({ file, dataDirectory: join(directory.path, `${delayMs}`) });
      }
      await enable(server.manager, delayMs);
    }
    await server.stop();
  },
  { timeout: 180_000 },
);
