import { describe, expect, test } from "bun:test";
import { chmodSync, cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { run } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { dockerfileStages, only, variables, wordsOf } from "../packages/dockerfile.ts";
import { fillRoot, inside, mayIsolate } from "./minimal-root.ts";

const executable = process.env.GATEHOUSE_EXECUTABLE ?? "";
const root = join(import.meta.dir, "../..");
const [build = [], image = []] = await dockerfileStages();
const [program = "", ...none] = wordsOf(only(image, "ENTRYPOINT"));
const timeoutMs = 60_000;

async function listeningPort(stdout: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let printed = "";
  for await (const chunk of stdout) {
    printed += decoder.decode(chunk, { stream: true });
    const port = /^listening on \S+:(?<port>\d+)\n/m.exec(printed)?.groups?.port;
    if (port !== undefined) {
      return port;
    }
  }
  throw new Error(`the server never listened: ${printed}`);
}

async function sha256(path: string): Promise<string> {
  return new Bun.CryptoHasher("sha256").update(await Bun.file(path).bytes()).digest("hex");
}

describe.skipIf(!mayIsolate)(
  "in a root directory that holds only the executable and its libraries",
  () => {
    test(
      "the server serves, answers health checks, can be administered, and stops",
      async () => {
        using directory = new TemporaryDirectory();
        chmodSync(directory.path, 0o755);
        const place = { directory: directory.path, user: only(image, "USER") };
        fillRoot(place, { from: executable, to: program }, only(image, "VOLUME"));
        const serverVariables = { ...variables(image), GATEHOUSE_HOST: "127.0.0.1" };
        using server = inside(place, [program, ...none, ...wordsOf(only(image, "CMD"))], {
          ...serverVariables,
          GATEHOUSE_PORT: "0",
        });
        const port = await listeningPort(server.stdout);
        const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
        expect([answer.status, await answer.json()]).toEqual([200, { status: "ok" }]);

        // The image's host, which clients cannot connect to, and a proxy, which containers often
        // have.
        const asking = {
          ...variables(image),
          GATEHOUSE_PORT: port,
          http_proxy: "http://127.0.0.1:9",
        };
        const health = wordsOf(only(image, "HEALTHCHECK"));
        expect(await inside(place, health, asking).ended()).toEqual({
          code: 0,
          out: `http://127.0.0.1:${port}/healthz answered 200\n`,
          err: "",
        });

        const words = ["token", "create", "--name", "a", "--environment", "production"];
        const create = [program, ...words, "--access", "read_only"];
        const created = await inside(place, create, variables(image)).ended();
        expect(created).toMatchObject({ code: 0, err: "" });
        const reading = { headers: { "flipper-cloud-token": created.out.trim() } };
        const read = await fetch(`http://127.0.0.1:${port}/adapter/features`, reading);
        expect(read.status).toBe(200);

        const stopped = await server.stop();
        expect(stopped.code).toBe(0);
        expect(stopped.err).not.toMatch(/^\S+ (?:error|warn) /m);
        expect(await inside(place, health, asking).ended()).toMatchObject({ code: 1, out: "" });
      },
      timeoutMs,
    );
  },
);

test(
  "the files that the Dockerfile copies build the same executable, byte by byte, in any directory",
  async () => {
    using directory = new TemporaryDirectory();
    const copied = build.filter(({ name }) => name === "COPY");
    for (const source of copied.flatMap(({ text }) => text.split(" ").slice(0, -1))) {
      cpSync(join(root, source), join(directory.path, source), { recursive: true });
    }
    cpSync(join(root, "node_modules"), join(directory.path, "node_modules"), {
      recursive: true,
      verbatimSymlinks: true,
    });
    // The dependencies are copied instead of running `make setup`; the rest is as in the image. The
    // file name of npm's Bun differs from the command's name.
    const commands = join(directory.path, "commands");
    mkdirSync(commands);
    symlinkSync(process.execPath, join(commands, "bun"));
    const make = ["make", "--silent", "--old-file=build/dependencies.stamp", "build"];
    const built = await run({ name: "make", argv: make }, [], {
      cwd: directory.path,
      variables: { PATH: `${commands}:${process.env.PATH ?? ""}` },
    });
    expect(built).toMatchObject({ code: 0 });
    expect(await sha256(join(directory.path, "dist/gatehouse"))).toBe(await sha256(executable));
  },
  timeoutMs,
);
