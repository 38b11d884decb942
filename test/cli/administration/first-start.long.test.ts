import { expect, test } from "bun:test";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { firstStart } from "../../../src/app/commands/first-start.ts";
import { LocalWriter } from "../../../src/app/writer/local-writer.ts";
import type { Writer } from "../../../src/app/writer/writer.ts";
import { showFirstStart } from "../../../src/cli/administration/show-first-start.ts";
import { hashToken } from "../../../src/core/secrets/token-value.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { type OpenedStorage, StorageError } from "../../../src/storage/storage.ts";
import { run, testedProgram } from "../../contract/server-process.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";
import { firstTokenIn, gatehouse, startGatehouse } from "./gatehouse-process.ts";

const preset = "a-preset-value-of-first-starts";
const tokenPattern = /gatehouse_[\w-]{32}/;

async function statusOf(url: string, token: string): Promise<number> {
  const response = await fetch(`${url}/adapter/features`, {
    headers: { "flipper-cloud-token": token },
  });
  await response.body?.cancel();
  return response.status;
}

function fileIn(directory: string): string {
  return join(directory, "first-start.txt");
}

test.concurrent("without a terminal the token is in a private file, and its path is printed once", async () => {
  using directory = new TemporaryDirectory();
  const server = await startGatehouse(directory.path);
  const file = fileIn(directory.path);
  expect(server.printed).toBe(
    `the token of this first start and the link to set up the web UI are in ${file}\nlistening on ${server.url}\n`,
  );
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const token = firstTokenIn(directory.path);
  expect(readFileSync(file, "utf8")).toContain(
    `curl -H 'Flipper-Cloud-Token: ${token}' ${server.url}/adapter/features\n`,
  );
  expect(await statusOf(server.url, token)).toBe(200);
  const { logged } = await server.end("SIGTERM");
  expect(logged).not.toContain(token);

  const again = await startGatehouse(directory.path);
  expect(again.printed).toBe(`listening on ${again.url}\n`);
  expect(await statusOf(again.url, token)).toBe(200);
  expect(firstTokenIn(directory.path)).toBe(token);
  await again.end("SIGTERM");
});

test.concurrent("a relative data directory is printed as an absolute path", async () => {
  using directory = new TemporaryDirectory();
  const server = await startGatehouse(directory.path, {}, "./data");
  expect(server.printed).toStartWith(
    `the token of this first start and the link to set up the web UI are in ${fileIn(join(directory.path, "data"))}\n`,
  );
  await server.end("SIGTERM");
});

test.concurrent("an empty GATEHOUSE_TOKEN counts as not set; a preset token is written nowhere", async () => {
  using directory = new TemporaryDirectory();
  const server = await startGatehouse(directory.path, { GATEHOUSE_TOKEN: "" });
  expect(await statusOf(server.url, firstTokenIn(directory.path))).toBe(200);
  await server.end("SIGTERM");

  using other = new TemporaryDirectory();
  const withPreset = await startGatehouse(other.path, { GATEHOUSE_TOKEN: preset });
  expect(withPreset.printed).toBe(
    `the link to set up the web UI is in ${fileIn(other.path)}\nlistening on ${withPreset.url}\n`,
  );
  const text = readFileSync(fileIn(other.path), "utf8");
  expect(text).not.toContain(preset);
  expect(text).not.toMatch(tokenPattern);
  expect(text).toContain(`\n  ${withPreset.url}/set-up#`);
  await withPreset.end("SIGTERM");
});

test.concurrent("a link in the place of the file is refused, and nothing is written through it", async () => {
  using directory = new TemporaryDirectory();
  const data = join(directory.path, "data");
  mkdirSync(data);
  symlinkSync(join(directory.path, "elsewhere"), fileIn(data));
  const ended = await gatehouse(directory.path, ["serve", "--port", "0", "--data", data]);
  expect(ended).toMatchObject({ code: 2, out: "" });
  expect(ended.err).toContain("first-start.txt: a symbolic link");
  expect(readdirSync(directory.path)).toEqual(["data"]);
});

const script = Bun.which("script");

test.concurrent.skipIf(script === null)(
  "on a terminal the token is printed, and no file is written",
  async () => {
    using directory = new TemporaryDirectory();
    const stop = join(directory.path, "stop");
    const words = [
      ...testedProgram.argv,
      "serve",
      "--port",
      "0",
      "--data",
      join(directory.path, "data"),
    ];
    const quoted = words.map((word) => `'${word}'`).join(" ");
    const line = `${quoted} & server=$!; while ! test -e '${stop}'; do sleep 0.05; done; kill $server; wait $server`;
    const child = Bun.spawn([script ?? "", "--quiet", "--command", line, "/dev/null"], {
      cwd: directory.path,
      env: { PATH: process.env.PATH ?? "", SHELL: "/bin/sh" },
      stdin: "ignore",
      stdout: "pipe",
    });
    let printed = "";
    for await (const chunk of child.stdout) {
      printed += new TextDecoder().decode(chunk);
      const url = /^listening on (?<url>\S+)/m.exec(printed)?.groups?.url;
      if (url !== undefined && !(await Bun.file(stop).exists())) {
        const token = tokenPattern.exec(printed)?.[0] ?? "";
        expect(await statusOf(url, token)).toBe(200);
        writeFileSync(stop, "");
      }
    }
    expect(printed).toContain("This is the first start");
    expect(readdirSync(join(directory.path, "data"))).not.toContain("first-start.txt");
  },
);

/** A hosted server's state after its first start, before the first token. */
async function started(changed: Partial<OpenedStorage["storage"]> = {}) {
  const opened = await openSqliteStorage(":memory:");
  const writer = new LocalWriter({ ...opened, now: () => 0, onFailure: () => undefined });
  await writer.submit(firstStart);
  Object.assign(opened.storage, changed);
  return writer;
}

function show(writer: Writer, directory: string, printed: string[] = []): Promise<void> {
  return showFirstStart({
    writer,
    presetValue: undefined,
    directory,
    offersLink: true,
    apiUrl: "http://gatehouse.test/adapter",
    siteUrl: "http://gatehouse.test",
    isPublic: true,
    print: (text) => void printed.push(text),
    isTerminal: false,
    now: () => 0,
  });
}

test("the file of a first start that was interrupted is replaced, with a mode of its own", async () => {
  using directory = new TemporaryDirectory();
  writeFileSync(fileIn(directory.path), "a token that was never stored", { mode: 0o644 });
  const printed: string[] = [];
  const writer = await started();
  await show(writer, directory.path, printed);
  expect(statSync(fileIn(directory.path)).mode & 0o777).toBe(0o600);
  expect(printed).toEqual([
    `the token of this first start and the link to set up the web UI are in ${fileIn(directory.path)}\n`,
  ]);
  expect(writer.state.tokens.has(hashToken(firstTokenIn(directory.path)))).toBe(true);
});

test("no file stays for a token that was not stored", async () => {
  using directory = new TemporaryDirectory();
  const printed: string[] = [];
  const writer = await started({ commit: () => Promise.reject(new StorageError("full")) });
  await expect(show(writer, directory.path, printed)).rejects.toThrow();
  expect([readdirSync(directory.path), printed]).toEqual([[], []]);
  expect(writer.state.tokens.size).toBe(0);
});

test("no token is stored if the file cannot be written, and the start ends with code 2", async () => {
  using directory = new TemporaryDirectory();
  mkdirSync(fileIn(directory.path));
  const writer = await started();
  await expect(show(writer, directory.path)).rejects.toBeInstanceOf(StorageError);
  expect(writer.state.tokens.size).toBe(0);
  const serve = ["serve", "--port", "0", "--data", directory.path];
  const ended = await run(testedProgram, serve, { cwd: directory.path });
  expect(ended).toMatchObject({ code: 2, out: "" });
  expect(ended.err).toMatch(/gatehouse: \S+first-start\.txt: the first token cannot be written: /);
});
