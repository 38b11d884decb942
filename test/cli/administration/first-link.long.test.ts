import { expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { firstStart } from "../../../src/app/commands/first-start.ts";
import { setPassword } from "../../../src/app/commands/password-commands.ts";
import { createAccounts } from "../../../src/app/sessions/accounts.ts";
import { LocalWriter } from "../../../src/app/writer/local-writer.ts";
import { removeFirstStartFile } from "../../../src/cli/administration/first-start-file.ts";
import { showFirstStart } from "../../../src/cli/administration/show-first-start.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";
import { OldDirectory } from "../../upgrade/old-directory.ts";
import { gatehouse, startGatehouse } from "./gatehouse-process.ts";

const weekMs = 7 * 86_400_000;
const link = /https?:\/\/\S+\/set-up#(?<code>[\w-]{43})/;
const facts = { address: "127.0.0.1", userAgent: "" };

interface Started extends AsyncDisposable {
  readonly file: string;
  readonly clock: { now: number };
  readonly writer: LocalWriter;
  /** What the start prints without a terminal. */
  show(options?: { readonly preset?: string; readonly offersLink?: boolean }): Promise<string>;
  /** Uses a link, as the web UI does. */
  use(code: string): Promise<unknown>;
}

async function startIn(directory: string): Promise<Started> {
  const opened = await openSqliteStorage(directory);
  const clock = { now: Date.UTC(2026, 0, 1) };
  const now = () => clock.now;
  const writer = new LocalWriter({ ...opened, now, onFailure: () => undefined });
  await writer.submit(firstStart);
  const { links } = createAccounts({
    writer,
    now,
    nowMs: now,
    onLinkUsed: (code) => removeFirstStartFile(directory, code),
  });
  return {
    file: join(directory, "first-start.txt"),
    clock,
    writer,
    async show({ preset, offersLink = true } = {}) {
      let printed = "";
      await showFirstStart({
        writer,
        presetValue: preset,
        directory,
        offersLink,
        apiUrl: "http://localhost:8080/adapter",
        siteUrl: "http://localhost:8080",
        isPublic: false,
        print: (text) => {
          printed += text;
        },
        isTerminal: false,
        now,
      });
      return printed;
    },
    use: (code) => links.use(code, { password: "violet harbour 42" }, facts),
    async [Symbol.asyncDispose]() {
      await writer.close();
      await opened.storage.close();
    },
  };
}

function codeIn(file: string): string {
  const text = readFileSync(file, "utf8");
  return link.exec(text)?.groups?.code ?? expect.unreachable(text);
}

test("the link of the first start is shown once, and its file goes with its use", async () => {
  using directory = new TemporaryDirectory();
  await using started = await startIn(directory.path);
  expect(await started.show()).toContain("the token of this first start and the link");
  const code = codeIn(started.file);
  expect(readFileSync(started.file, "utf8")).toContain("deletes this file when the link is used");
  const before = readFileSync(started.file, "utf8");
  expect(await started.show()).toBe("");
  expect(readFileSync(started.file, "utf8")).toBe(before);
  await expect(started.use("another code")).rejects.toThrow();
  expect(existsSync(started.file)).toBe(true);
  await started.use(code);
  expect(existsSync(started.file)).toBe(false);
  started.clock.now += 2 * weekMs;
  expect(await started.show()).toBe("");
  expect(existsSync(started.file)).toBe(false);
});

test("a link that nobody used is replaced by the first start after its end", async () => {
  using directory = new TemporaryDirectory();
  await using started = await startIn(directory.path);
  await started.show();
  const first = codeIn(started.file);
  const token = /gatehouse_\S+/.exec(readFileSync(started.file, "utf8"))?.[0] ?? "";
  started.clock.now += weekMs;
  expect(await started.show()).toStartWith("the link to set up the web UI is in ");
  expect(codeIn(started.file)).not.toBe(first);
  // The file still shows the token, which nobody may have read.
  expect(readFileSync(started.file, "utf8")).toContain(token);
  await expect(started.use(first)).rejects.toThrow("This link was used");
  await started.use(codeIn(started.file));
});

test("data of version 0.1 gets a link, and keeps what its file shows", async () => {
  using directory = new OldDirectory("0000_foundation");
  await using started = await startIn(directory.path);
  writeFileSync(started.file, "gatehouse_0123456789abcdefghijklmnopqrstuv was never stored");
  expect(await started.show()).toStartWith("the link to set up the web UI is in ");
  expect(readFileSync(started.file, "utf8")).not.toContain("gatehouse_");
  await started.use(codeIn(started.file));
  expect(await started.show()).toBe("");
});

test("no link is shown without a web UI, or while an owner has a password", async () => {
  using directory = new TemporaryDirectory();
  await using started = await startIn(directory.path);
  expect(await started.show({ offersLink: false })).toStartWith("the token of this first start is");
  expect(readFileSync(started.file, "utf8")).not.toMatch(link);
  expect(started.writer.state.signInLinks.size).toBe(0);
  await started.writer.submit((draft) => setPassword(draft, 1, "hash"));
  expect(await started.show()).toBe("");
  expect(started.writer.state.signInLinks.size).toBe(0);
});

test.concurrent("printed links begin with the public URL, else with the listening URL and the base path", async () => {
  using directory = new TemporaryDirectory();
  const base = { GATEHOUSE_BASE_PATH: "/toggles" };
  const first = await startGatehouse(directory.path, base);
  const shown = readFileSync(join(directory.path, "first-start.txt"), "utf8");
  expect(shown).toContain(`\n  ${first.url}/toggles/set-up#`);
  const add = (email: string, variables: Record<string, string> = {}) =>
    gatehouse(directory.path, ["member", "add", email, "--role", "viewer"], variables);
  expect((await add("a@example.com")).out).toContain(`\n  ${first.url}/toggles/set-up#`);
  const { logged } = await first.end("SIGTERM");
  expect(logged).not.toContain("set-up#");
  // The last server's URL is known while it is stopped.
  expect((await add("b@example.com")).out).toContain(`\n  ${first.url}/toggles/set-up#`);
  const own = { GATEHOUSE_PUBLIC_URL: "https://own.example.com/x" };
  expect((await add("b@example.com", own)).out).toContain("\n  https://own.example.com/x/set-up#");

  const publicUrl = "https://flags.example.com";
  const second = await startGatehouse(directory.path, { ...base, GATEHOUSE_PUBLIC_URL: publicUrl });
  const reset = await gatehouse(directory.path, ["member", "reset", "a@example.com"]);
  expect(reset.out).toContain(`\n  ${publicUrl}/set-up#`);
  await second.end("SIGTERM");
});

test.concurrent("the use of a token is stored when the server stops", async () => {
  using directory = new TemporaryDirectory();
  const token = "a-preset-value-of-first-links";
  const server = await startGatehouse(directory.path, { GATEHOUSE_TOKEN: token });
  const startedAt = Date.now();
  for (const value of ["not a token", token]) {
    const headers = { "flipper-cloud-token": value };
    await (await fetch(`${server.url}/adapter/features`, { headers })).body?.cancel();
  }
  expect((await server.end("SIGTERM")).code).toBe(0);
  const { storage, state } = await openSqliteStorage(directory.path);
  await storage.close();
  const uses = [...state.tokens.values()].map(({ lastUsedAt }) => lastUsedAt ?? 0);
  expect(uses).toHaveLength(1);
  expect(uses[0]).toBeGreaterThanOrEqual(startedAt);
});

test.concurrent("a mountable server has no links, and its members get none", async () => {
  using directory = new TemporaryDirectory();
  const server = await startGatehouse(directory.path, { GATEHOUSE_MODE: "mountable" });
  expect(server.printed).toBe(`listening on ${server.url}\n`);
  expect(existsSync(join(directory.path, "first-start.txt"))).toBe(false);
  const added = await gatehouse(directory.path, ["member", "add", "kim@example.com"]);
  expect(added).toEqual({ code: 0, out: "kim@example.com is a member\n", err: "" });
  const reset = await gatehouse(directory.path, ["member", "reset", "kim@example.com"]);
  expect(reset).toMatchObject({ code: 1, out: "" });
  expect(reset.err).toContain("members sign in to a hosted server only");
  await server.end("SIGTERM");
});
