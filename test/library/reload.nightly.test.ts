import { expect, test } from "bun:test";
import { join } from "node:path";
import { mountable } from "gatehouse-flags";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { ReloadingHost } from "./reloading-host.ts";

/** Reads a line such as `v1 has ["a"] http://127.0.0.1:8080/`. */
function parseLine(line: string) {
  const [, version, keys, url] = /^(\S+) has (\S+) (\S+)$/.exec(line) ?? [];
  expect(line).toContain("has");
  return { version, keys: keys ?? "", url: url ?? "" };
}

test.each(["--hot", "--watch"] as const)(
  "a host under bun %s is reloaded with its data when its file changes",
  async (flag) => {
    using directory = new TemporaryDirectory();
    await using host = await ReloadingHost.start(directory.path, flag);
    let running = parseLine(await host.line());
    expect(running).toMatchObject({ version: "v1", keys: "[]" });
    const kept: string[] = [];
    for (const version of ["v2", "v3", "v4"]) {
      const key = `made-before-${version}`;
      const url = `${running.url}flipper/api/features/${key}/boolean`;
      expect((await fetch(url, { method: "POST" })).status).toBe(200);
      kept.push(key);
      await host.edit(version);
      running = parseLine(await host.line());
      expect(running).toMatchObject({ version, keys: JSON.stringify(kept) });
      expect(await (await fetch(`${running.url}version`)).text()).toBe(version);
      // The process still excludes others.
      expect(() => mountable({ data: join(directory.path, "data") })).toThrow(/in use/);
    }
    const written = await fetch(`${running.url}flipper/api/features/last/boolean`, {
      method: "POST",
    });
    expect(written.status).toBe(200);
  },
  180_000,
);

test("writes during reloads are kept if they were answered as done", async () => {
  using directory = new TemporaryDirectory();
  await using host = await ReloadingHost.start(directory.path, "--hot");
  let running = parseLine(await host.line());
  const answered: string[] = [];
  const statuses = new Set<number>();
  let isOver = false;
  const writing = Array.from({ length: 4 }, async (_, writer) => {
    for (let index = 0; !isOver; index++) {
      const key = `f${writer}-${index}`;
      const url = `${running.url}flipper/api/features/${key}/boolean`;
      const status = await fetch(url, { method: "POST" }).then(
        (response) => response.status,
        () => 0,
      );
      statuses.add(status);
      if (status === 200) {
        answered.push(key);
      }
    }
  });
  for (const version of ["v2", "v3", "v4", "v5"]) {
    const before = answered.length;
    while (answered.length < before + 5) {
      await Bun.sleep(1);
    }
    await host.edit(version);
    running = parseLine(await host.line());
  }
  isOver = true;
  await Promise.all(writing);
  await host.edit("v6");
  const keys: unknown = JSON.parse(parseLine(await host.line()).keys);
  expect(keys).toEqual(expect.arrayContaining(answered));
  // 0 is a connection that ended with the old server.
  expect([...statuses].filter((status) => ![0, 200, 503].includes(status))).toEqual([]);
}, 180_000);

test.each([
  // Before the data is open, and while the import runs.
  [0],
  [5],
  [50],
])(
  "an import that a reload interrupts after %d ms is kept as a whole or not at all",
  async (ms) => {
    using directory = new TemporaryDirectory();
    await using host = await ReloadingHost.start(directory.path, "--hot");
    const { url } = parseLine(await host.line());
    const names = Array.from({ length: 4_000 }, (_, index) => `f${index}`);
    const features = Object.fromEntries(names.map((name) => [name, { boolean: "true" }]));
    const body = JSON.stringify({ version: 1, features });
    const sent = fetch(`${url}flipper/api/import`, { method: "POST", body });
    await Bun.sleep(ms);
    await host.edit("v2");
    let reloaded = parseLine(await host.line());
    while (reloaded.version !== "v2") {
      // Bun can evaluate the first version twice.
      reloaded = parseLine(await host.line());
    }
    const answer = await sent;
    expect([204, 503]).toContain(answer.status);
    if (answer.status === 503) {
      expect(await answer.json()).toMatchObject({ code: "unavailable" });
    }
    const list = await fetch(`${reloaded.url}flipper/api/features?exclude_gates=true`);
    const { features: kept }: { features: { key: string }[] } = JSON.parse(await list.text());
    const keys = kept.map(({ key }) => key).toSorted();
    // A refused import can still have been kept as a whole.
    expect(keys).toEqual(answer.status === 204 || keys.length > 0 ? names.toSorted() : []);
  },
  180_000,
);
