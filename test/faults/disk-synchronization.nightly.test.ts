import { expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ServerProcess, testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

/** Whether fsync can be replaced here; the library that does it is compiled. */
const canReplace = process.platform === "linux" && Bun.which("cc") !== null;
const source = join(import.meta.dir, "../../bench/fsync-shim.c");

/** A server whose disk does as `control` says; see the shim. */
class ControlledDisk extends TemporaryDirectory {
  readonly data = join(this.path, "data");
  readonly #control = join(this.path, "control");

  async start(): Promise<ServerProcess> {
    const library = join(this.path, "fsync-shim.so");
    const compiled = Bun.spawnSync(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"]);
    expect(compiled.stderr.toString()).toBe("");
    const variables = { LD_PRELOAD: library, FSYNC_CONTROL: this.#control };
    return ServerProcess.start(testedProgram, this.data, { variables });
  }

  control(text: "fail" | "wait"): void {
    writeFileSync(this.#control, text);
  }

  heal(): void {
    rmSync(this.#control);
  }
}

async function create(server: ServerProcess, name: string): Promise<number> {
  const body = new URLSearchParams({ name });
  return (await server.send("/features", { method: "POST", body })).status;
}

async function names(server: ServerProcess): Promise<readonly string[]> {
  const { features } = (await (await server.send("/features")).json()) as {
    readonly features: readonly { readonly key: string }[];
  };
  return features.map(({ key }) => key);
}

/** Asks until the answer has the status: an answer is kept for a second. */
async function untilReadiness(server: ServerProcess, status: number): Promise<void> {
  while ((await fetch(`${server.url}/readyz`)).status !== status) {
    await Bun.sleep(20);
  }
}

const timeout = { timeout: 180_000 };

test.skipIf(!canReplace)(
  "fsync fails: writes are refused and nothing of them is kept, also if the process is killed then",
  async () => {
    using disk = new ControlledDisk();
    using server = await disk.start();
    expect(await create(server, "kept")).toBe(200);
    disk.control("fail");
    expect(await create(server, "refused")).toBe(503);
    await untilReadiness(server, 503);
    expect(await create(server, "refused too")).toBe(503);
    expect(await names(server)).toEqual(["kept"]);
    disk.heal();
    await untilReadiness(server, 200);
    expect(await create(server, "later")).toBe(200);
    disk.control("fail");
    expect(await create(server, "refused at the end")).toBe(503);
    disk.heal();
    server.signal("SIGKILL");
    await server.ended();
    using again = await disk.start();
    expect(await names(again)).toEqual(["kept", "later"]);
  },
  timeout,
);

test.skipIf(!canReplace)(
  "fsync does not return: reads are answered, and writes that wait share the next commit",
  async () => {
    using disk = new ControlledDisk();
    using server = await disk.start();
    await create(server, "before");
    disk.control("wait");
    let answered = 0;
    const writes = Array.from({ length: 20 }, async (_, index) => {
      const status = await create(server, `waiting-${index}`);
      answered++;
      return status;
    });
    for (let read = 0; read < 50; read++) {
      expect(await names(server)).toEqual(["before"]);
    }
    expect(answered).toBe(0);
    disk.heal();
    expect(new Set(await Promise.all(writes))).toEqual(new Set([200]));
    expect(await names(server)).toHaveLength(21);
  },
  timeout,
);
