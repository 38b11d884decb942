import { expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject } from "../../src/core/text/json-object.ts";
import { run, ServerProcess, testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { freePort } from "../helpers/free-port.ts";
import { runsOf } from "../helpers/runs.ts";

const kills = runsOf(3);
const token = "a-token-that-survives";
const headers = { "flipper-cloud-token": token, "content-type": "application/json" };
const lifeMsMin = 300;
const lifeMsSpread = 700;
const writeGapMs = 3;

interface Received {
  readonly id: string;
  /** The key of the feature that was created. */
  readonly key: string;
}

/** A receiver in another process, which is killed and started again. */
class Receiver {
  readonly #argv: readonly string[];
  #child: Bun.Subprocess<"ignore", "ignore", "inherit"> | undefined;

  constructor(port: number, directory: string) {
    const script = join(import.meta.dir, "receiver-process.ts");
    this.#argv = [process.execPath, "--no-env-file", script, String(port), directory];
  }

  start(): void {
    this.#child = Bun.spawn([...this.#argv], { stdin: "ignore", stdout: "ignore" });
  }

  async kill(): Promise<void> {
    this.#child?.kill("SIGKILL");
    await this.#child?.exited;
  }
}

/** One webhook of each kind, whose secrets the receiver reads. */
async function createWebhooks(data: string, port: number): Promise<void> {
  for (const [kind, path] of [
    ["events", ""],
    ["sync", "webhooks"],
  ] as const) {
    const url = `http://127.0.0.1:${port}/${path}`;
    const created = await run(
      testedProgram,
      [
        ...["webhook", "create", "--data", data, "--environment", "production"],
        ...["--kind", kind, "--url", url],
      ],
      { cwd: data },
    );
    expect(created.err).toBe("");
    writeFileSync(join(data, `${kind}-secret`), created.out);
  }
}

/** Creates features until the server is killed; returns the next number. */
async function writeAll(server: ServerProcess, name: string, first: number, kept: Set<string>) {
  for (let number = first; ; number++) {
    const key = `${name}-${number}`;
    try {
      const body = JSON.stringify({ name: key });
      const url = `${server.url}/adapter/features`;
      const response = await fetch(url, { method: "POST", headers, body });
      if (response.status !== 200) {
        return number + 1;
      }
      kept.add(key);
      await Bun.sleep(writeGapMs);
    } catch {
      return number + 1;
    }
  }
}

function received(logFile: string): readonly Received[] {
  const lines = existsSync(logFile) ? readFileSync(logFile, "utf8").split("\n") : [];
  return lines.flatMap((line) => {
    // The last line of a killed receiver may be cut; it was not answered, and is sent again.
    if (!line.endsWith("}")) {
      return [];
    }
    const entry: unknown = JSON.parse(line);
    if (!isJsonObject(entry) || typeof entry.id !== "string") {
      throw new Error(`a message with a bad signature: ${line}`);
    }
    return [{ id: entry.id, key: keyIn(entry.message) }];
  });
}

/** The features of the application when it last fetched them. */
function syncedKeys(directory: string): ReadonlySet<string> {
  const file = join(directory, "synced");
  const [text = ""] = existsSync(file) ? [readFileSync(file, "utf8")] : [];
  // A receiver that is killed may leave a part.
  const keys: unknown = text.endsWith("}") ? JSON.parse(text).keys : [];
  return new Set(Array.isArray(keys) ? keys : []);
}

function isSame(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return left.size === right.size && left.isSubsetOf(right);
}

function keyIn(message: unknown): string {
  const data = isJsonObject(message) ? message.data : undefined;
  const feature = isJsonObject(data) ? data.feature : undefined;
  return isJsonObject(feature) ? String(feature.key) : "";
}

test(
  "every kept change is sent at least once and in order, and no other one, while both are killed",
  async () => {
    using directory = new TemporaryDirectory();
    const data = directory.path;
    const port = await freePort();
    const logFile = join(data, "received");
    writeFileSync(join(data, "token"), token);
    const start = () =>
      ServerProcess.start(testedProgram, data, {
        mode: "hosted",
        variables: { GATEHOUSE_TOKEN: token, GATEHOUSE_WEBHOOK_ALLOW: "127.0.0.0/8" },
      });
    const receiver = new Receiver(port, data);
    const kept = new Set<string>();
    const next = new Map([
      ["a", 0],
      ["b", 0],
    ]);
    for (let kill = 0; kill < kills; kill++) {
      using server = await start();
      if (kill === 0) {
        await createWebhooks(data, port);
      }
      writeFileSync(join(data, "url"), server.url);
      receiver.start();
      const writing = [...next].map(async ([key, first]) => {
        next.set(key, await writeAll(server, key, first, kept));
      });
      await Bun.sleep(lifeMsMin + Math.random() * lifeMsSpread);
      if (kill % 2 === 0) {
        await receiver.kill();
        await Bun.sleep(Math.random() * lifeMsMin);
      }
      server.signal("SIGKILL");
      await Promise.all(writing);
      await receiver.kill();
    }
    receiver.start();
    {
      using server = await start();
      writeFileSync(join(data, "url"), server.url);
      const stored = await storedKeys(server);
      const told = () => new Set(received(logFile).map(({ key }) => key));
      while (told().size < stored.size) {
        await Bun.sleep(50);
      }
      expect([...told()].sort()).toEqual([...stored].sort());
      expect([...kept].filter((key) => !stored.has(key))).toEqual([]);
      // The application fetched them all, although it was only told that something has changed.
      while (!isSame(syncedKeys(data), stored)) {
        await Bun.sleep(50);
      }
    }
    await receiver.kill();
    expectOrder(received(logFile));
    expect(kept.size).toBeGreaterThan(kills);
  },
  { timeout: 180_000 + kills * 15_000 },
);

async function storedKeys(server: ServerProcess): Promise<ReadonlySet<string>> {
  const response = await fetch(`${server.url}/adapter/features?exclude_gates=true`, { headers });
  const text = await response.text();
  return new Set(Array.from(text.matchAll(/"key":"([^"]*)"/g), ([, key = ""]) => key));
}

/** Apart from repeated messages, each client's features are told in the order it created them. */
function expectOrder(messages: readonly Received[]): void {
  const ids = new Map<string, string>();
  const newest = new Map<string, number>();
  for (const { id, key } of messages) {
    if (ids.has(id)) {
      expect(ids.get(id)).toBe(key);
      continue;
    }
    ids.set(id, key);
    const [name = "", number = ""] = key.split("-");
    expect(Number(number)).toBeGreaterThan(newest.get(name) ?? -1);
    newest.set(name, Number(number));
  }
}
