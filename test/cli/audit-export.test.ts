import { expect, test } from "bun:test";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { adminApiHeader } from "../../src/api/admin/contract/admin-header.ts";
import { gatehouseProgram } from "../../src/cli/program.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import type { Output } from "../../src/cli/subcommand.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { noCliServices } from "../helpers/cli-services.ts";
import { words } from "./in-memory-shell.ts";

const part = Buffer.alloc(64 * 1024, "x\n");

/** Runs a command line whose request is answered with these parts. */
async function run(line: string, parts: AsyncIterable<Uint8Array>, output: Partial<Output> = {}) {
  const headers = { [adminApiHeader]: "1" };
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reading.next();
        if (done === true) {
          controller.close();
        } else {
          controller.enqueue(value);
        }
      },
      async cancel() {
        await reading.return?.();
      },
    },
    { highWaterMark: 0 },
  );
  const reading = parts[Symbol.asyncIterator]();
  const connectAt = () => ({
    send: async () => new Response(body, { headers }),
    release: () => Promise.resolve(),
  });
  let err = "";
  const written: Output = {
    out: () => undefined,
    err: (text) => {
      err += text;
    },
    ...output,
  };
  const program = gatehouseProgram({ ...noCliServices, connectAt });
  return { code: await runCli(words(line), {}, written, program), err };
}

test("a record of any length is printed part by part, as the reader takes it", async () => {
  const counts = { sent: 0, taken: 0, aheadMax: 0 };
  async function* parts() {
    for (; counts.sent < 40; counts.sent++) {
      counts.aheadMax = Math.max(counts.aheadMax, counts.sent - counts.taken);
      yield part;
    }
  }
  const outInTurn = async () => {
    await Bun.sleep(0);
    counts.taken++;
    return true;
  };
  const ran = await run("audit export --proofs", parts(), { outInTurn });
  expect(ran).toEqual({ code: 0, err: "" });
  expect(counts).toEqual({ sent: 40, taken: 40, aheadMax: 0 });
});

test("a reader that closes the output ends the export", async () => {
  let isEnded = false;
  async function* parts() {
    try {
      for (;;) {
        yield part;
      }
    } finally {
      isEnded = true;
    }
  }
  const outInTurn = () => Promise.resolve(false);
  expect((await run("audit export --proofs", parts(), { outInTurn })).code).toBe(0);
  expect(isEnded).toBe(true);
});

test("a record is written to a file part by part, completely or not at all", async () => {
  using place = new TemporaryDirectory();
  const file = join(place.path, "record.jsonl");
  const lines = [100, 2_000, 200_000, 5].map((length) => `${"x".repeat(length)}\n`);
  const waiting: number[] = [];
  async function* parts(isBroken: boolean) {
    let sent = 0;
    for (const line of lines) {
      const [unfinished] = readdirSync(place.path).filter((name) => name.endsWith(".partial"));
      waiting.push(
        sent - (unfinished === undefined ? 0 : statSync(join(place.path, unfinished)).size),
      );
      sent += line.length;
      yield Buffer.from(line);
    }
    if (isBroken) {
      throw new Error("the connection is gone");
    }
  }
  const line = `audit export --proofs ${file}`;
  const broken = await run(line, parts(true));
  expect(broken.code).toBe(1);
  expect(broken.err).toContain("the connection was closed in the middle of the answer");
  expect(readdirSync(place.path)).toEqual([]);
  expect(await run(line, parts(false))).toEqual({ code: 0, err: "" });
  expect(await Bun.file(file).text()).toBe(lines.join(""));
  expect(waiting).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
});
