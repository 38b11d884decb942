import { afterEach, describe, expect, test } from "bun:test";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import {
  cleanUpMigrations,
  codeIn,
  dayMs,
  migrationPayload,
  migrationsOn,
  quarantinedFiles,
  startMigrations,
  temporaryDirectory,
} from "./migration-server.ts";

afterEach(cleanUpMigrations);

/** A full quarantine, and the file of its oldest export, which the next one replaces. */
async function startFull() {
  const directory = temporaryDirectory();
  const started = startMigrations(migrationsOn, directory);
  const folder = join(directory, "quarantine");
  const send = async (sender: number) => {
    started.clock.now += 1;
    return started.send(undefined, { address: `192.0.2.${sender}` });
  };
  const oldest = await codeIn(await send(1));
  const [name = ""] = readdirSync(folder);
  for (let sender = 2; sender <= 20; sender++) {
    await codeIn(await send(sender));
  }
  return { ...started, send, directory, folder, oldest, file: join(folder, name) };
}

describe("the files of a full quarantine", () => {
  test("stay while the next one cannot be written", async () => {
    const { send, quarantine, faults, folder, directory, oldest } = await startFull();
    const elsewhere = join(directory, "elsewhere");
    renameSync(folder, elsewhere);
    symlinkSync(elsewhere, folder);
    expect((await send(21)).status).toBe(500);
    expect(faults.splice(0)).toHaveLength(1);
    expect(quarantine.find(oldest)).toBeDefined();
    expect(quarantine.list()).toHaveLength(20);
    expect(readdirSync(elsewhere)).toHaveLength(20);
  });

  test("count until they are removed", async () => {
    const { send, quarantine, faults, folder, file, oldest } = await startFull();
    rmSync(file);
    // No file, so it cannot be removed as one.
    mkdirSync(file);
    const code = await codeIn(await send(21));
    expect(quarantine.find(code)).toBeDefined();
    expect(quarantine.list().map(({ about }) => about.sender)).toEqual(
      Array.from({ length: 21 }, (_, at) => `192.0.2.${at + 1}`),
    );
    expect((await send(22)).status).toBe(500);
    expect(faults.splice(0)).toHaveLength(2);
    expect(readdirSync(folder)).toHaveLength(21);
    rmdirSync(file);
    await codeIn(await send(23));
    expect(quarantine.find(oldest)).toBeUndefined();
    expect(quarantine.list()).toHaveLength(20);
    expect(readdirSync(folder)).toHaveLength(20);
  });
});

describe("the files of exports", () => {
  test("are for the server's user, and do not hold the code", async () => {
    const directory = temporaryDirectory();
    const { send } = startMigrations(migrationsOn, directory);
    const code = await codeIn(await send());
    const [name = ""] = quarantinedFiles(directory);
    const path = join(directory, "quarantine", name);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(directory, "quarantine")).mode & 0o777).toBe(0o700);
    expect(name + readFileSync(path, "latin1")).not.toContain(code);
  });

  test("survive a restart, and end after a day", async () => {
    const directory = temporaryDirectory();
    const { send } = startMigrations(migrationsOn, directory);
    const code = await codeIn(await send());
    const { quarantine, clock } = startMigrations(migrationsOn, directory);
    expect(quarantine.find(code)).toMatchObject({ appName: "Shop", featureCount: 2 });
    clock.now += dayMs - 1;
    expect(quarantine.find(code)).toBeDefined();
    clock.now += 1;
    expect(quarantine.find(code)).toBeUndefined();
    // The file is removed beside the answer.
    while (quarantinedFiles(directory).length > 0) {
      await Bun.sleep(1);
    }
  });

  test("stay opened after a restart, so that no later one takes their place", async () => {
    const directory = temporaryDirectory();
    const before = startMigrations(migrationsOn, directory);
    const opened = await codeIn(await before.send());
    before.clock.now += 1;
    const unopened = await codeIn(await before.send());
    await before.quarantine.markOpened(opened);
    const { send, quarantine, clock } = startMigrations(migrationsOn, directory);
    clock.now += 2;
    for (let sender = 2; sender <= 20; sender++) {
      await codeIn(await send(migrationPayload, { address: `192.0.2.${sender}` }));
    }
    expect(quarantine.find(opened)).toBeDefined();
    expect(quarantine.find(unopened)).toBeUndefined();
    await quarantine.remove(opened);
    expect(quarantinedFiles(directory)).toHaveLength(19);
    expect(quarantinedFiles(directory).every((name) => name.endsWith(".export"))).toBe(true);
  });

  test("that are broken, or that nobody finished, are removed at the start", async () => {
    const directory = temporaryDirectory();
    await startMigrations(migrationsOn, directory).send();
    const [name = ""] = quarantinedFiles(directory);
    const at = (file: string) => join(directory, "quarantine", file);
    truncateSync(at(name), 10);
    writeFileSync(at(name.replace(".export", ".new")), "{");
    writeFileSync(at(name.replace(".export", ".opened")), "");
    writeFileSync(at("notes.txt"), "somebody's own");
    startMigrations(migrationsOn, directory);
    expect(quarantinedFiles(directory)).toEqual(["notes.txt"]);
  });

  test("are not written through a link", async () => {
    const directory = temporaryDirectory();
    const { send, quarantine } = startMigrations(migrationsOn, directory);
    const elsewhere = temporaryDirectory();
    symlinkSync(elsewhere, join(directory, "quarantine"));
    const about = { appName: null, featureCount: 0, sender: "", encoding: "gzip" } as const;
    await expect(quarantine.add(about, new Uint8Array())).rejects.toThrow("is not a directory");
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(send).toBeFunction();
  });
});
