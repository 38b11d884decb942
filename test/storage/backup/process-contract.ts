import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gatehouse, startGatehouse } from "../../cli/administration/gatehouse-process.ts";
import { testedProgram } from "../../contract/server-process.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";

const longTimeout = { timeout: 180_000 };
const token = "a-token-that-outlives-a-restore";

/** Backups by processes of the sources or of the executable. */
export function backupProcessContract(): void {
  test.concurrent(
    "a scheduled backup of a server can be restored and served",
    async () => {
      using place = new TemporaryDirectory();
      const at = (name: string) => join(place.path, name);
      mkdirSync(at("data"));
      const schedule = { GATEHOUSE_BACKUP_DIRECTORY: at("backups"), GATEHOUSE_BACKUP_EVERY: "1h" };
      const first = await startGatehouse(at("data"), { ...schedule, GATEHOUSE_TOKEN: token });
      const name = await firstIn(at("backups"), /^gatehouse-\d{8}T\d{6}Z\.tar\.gz$/);
      expect((await first.end("SIGTERM")).code).toBe(0);

      const argv = ["restore", at(`backups/${name}`), "--data", at("restored")];
      expect(await gatehouse(at("data"), argv)).toMatchObject({ code: 0, err: "" });
      const second = await startGatehouse(at("restored"), { GATEHOUSE_TOKEN: token });
      const response = await fetch(`${second.url}/adapter/features`, {
        headers: { "flipper-cloud-token": token },
      });
      expect([response.status, await response.json()]).toEqual([200, { features: [] }]);
      expect((await second.end("SIGTERM")).code).toBe(0);
    },
    longTimeout,
  );

  test.concurrent(
    "a failed backup is logged with its reason, and the server keeps running",
    async () => {
      using place = new TemporaryDirectory();
      const at = (name: string) => join(place.path, name);
      mkdirSync(at("data"));
      // A mountable server has no telemetry, and ignores the telemetry.db of a hosted one.
      writeFileSync(at("data/telemetry.db"), "garbage ".repeat(900));
      const argv = ["serve", "--mode=mountable", "--port=0", "--data", at("data")];
      const command = [...testedProgram.argv, ...argv, "--backup-directory", at("backups")];
      using left = new DisposableStack();
      const child = Bun.spawn(command, {
        env: { PATH: "" },
        stdin: "ignore",
        stdout: "ignore",
        stderr: "pipe",
      });
      const server = left.adopt(child, () => child.kill("SIGKILL"));
      const line = await firstLine(server.stderr, /backup failed/);
      expect(line).toMatch(/ error .*telemetry\.db: the file is not a database, or is damaged/);
      expect(readdirSync(at("backups"))).toEqual([]);
      expect(server.exitCode).toBeNull();
      server.kill("SIGTERM");
      expect(await server.exited).toBe(0);
    },
    longTimeout,
  );

  test.concurrent(
    "refusals are one line, with exit code 1 or 2",
    async () => {
      using place = new TemporaryDirectory();
      const at = (name: string) => join(place.path, name);
      const noOutput = { out: "" };
      expect(await gatehouse(place.path, ["backup", at("a.tar.gz"), "--data", at("none")])).toEqual(
        {
          ...noOutput,
          code: 2,
          err: `gatehouse: there is no data in "${at("none")}"; the first "gatehouse serve" creates it\n`,
        },
      );
      expect(
        await gatehouse(place.path, ["restore", at("none.tar.gz"), "--data", at("x")]),
      ).toEqual({
        ...noOutput,
        code: 2,
        err: `gatehouse: "${at("none.tar.gz")}" cannot be read: no such file or directory\n`,
      });
      expect(await gatehouse(place.path, ["restore"])).toEqual({
        ...noOutput,
        code: 2,
        err: "gatehouse: FILE is missing (see gatehouse restore --help)\n",
      });
      expect(readdirSync(place.path)).toEqual([]);
    },
    longTimeout,
  );
}

/**
 * Resolves to the first matching line of a log, or rejects when the log ends without one. It reads
 * the log to its end, because the process gets an error when it writes to a closed pipe.
 */
function firstLine(stream: ReadableStream<Uint8Array>, pattern: RegExp): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const read = async () => {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of stream) {
      text += decoder.decode(chunk, { stream: true });
      const whole = text.split("\n").slice(0, -1);
      const line = whole.find((each) => pattern.test(each));
      if (line !== undefined) {
        resolve(line);
      }
    }
    reject(new Error(`the log ended without such a line: ${text}`));
  };
  read().catch(reject);
  return promise;
}

/** Waits for a matching file name in a directory. */
async function firstIn(directory: string, pattern: RegExp): Promise<string> {
  for (;;) {
    const names = existsSync(directory) ? readdirSync(directory) : [];
    const name = names.find((each) => pattern.test(each));
    if (name !== undefined) {
      return name;
    }
    await Bun.sleep(2);
  }
}
