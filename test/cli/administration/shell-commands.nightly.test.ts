import { expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";
import { firstTokenIn, gatehouse, startGatehouse } from "./gatehouse-process.ts";

const creation = [
  ...["token", "create", "--environment", "production", "--access", "read_and_write"],
  ...["--name", "shell"],
];

async function statusOf(url: string, token: string): Promise<number> {
  const response = await fetch(`${url}/adapter/features`, {
    headers: { "flipper-cloud-token": token },
  });
  await response.body?.cancel();
  return response.status;
}

/** The bytes of all files of a data directory, as one text; the first token has a file of its own. */
function bytesOf(directory: string): string {
  const files = readdirSync(directory).filter(
    (name) => !name.endsWith(".sock") && name !== "first-start.txt",
  );
  expect(files).toContain("gatehouse.db");
  return files.map((name) => readFileSync(join(directory, name), "latin1")).join("\n");
}

test.concurrent("tokens from the shell work on the running server, and are refused once revoked", async () => {
  using directory = new TemporaryDirectory();
  const server = await startGatehouse(directory.path);
  const created = await gatehouse(directory.path, creation);
  expect(created).toEqual({ code: 0, out: created.out, err: "" });
  expect(created.out).toMatch(/^gatehouse_[\w-]{32}\n$/);
  const value = created.out.trim();
  expect(await statusOf(server.url, value)).toBe(200);
  const revoked = await gatehouse(directory.path, ["token", "revoke", "2"]);
  expect(revoked).toEqual({ code: 0, out: "revoked token 2 (shell)\n", err: "" });
  expect(await statusOf(server.url, value)).toBe(401);
  expect((await server.end("SIGTERM")).code).toBe(0);
});

test.concurrent("a token of --access evaluate is known to the running server, and reads no features", async () => {
  using directory = new TemporaryDirectory();
  const server = await startGatehouse(directory.path);
  const limited = ["--access", "evaluate", "--expires", "90d"];
  const words = ["token", "create", "--name", "e", "--environment", "production", ...limited];
  const created = await gatehouse(directory.path, words);
  expect(created).toMatchObject({ code: 0, err: "" });
  expect(await statusOf(server.url, created.out.trim())).toBe(403);
  const list = await gatehouse(directory.path, ["token", "list"]);
  const inNinetyDays = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
  expect(list.out).toMatch(new RegExp(`evaluate .*${inNinetyDays}`));
  await server.end("SIGTERM");
});

test.concurrent("after a server was killed, the shell and the next server can use the data", async () => {
  using directory = new TemporaryDirectory();
  const killed = await startGatehouse(directory.path);
  await killed.end("SIGKILL");
  expect(readdirSync(directory.path)).toContain("gatehouse.sock");
  const offline = await gatehouse(directory.path, creation);
  expect(offline.code).toBe(0);

  const server = await startGatehouse(directory.path);
  expect(server.printed).toBe(`listening on ${server.url}\n`);
  expect(await statusOf(server.url, offline.out.trim())).toBe(200);
  const second = await gatehouse(directory.path, ["serve", "--port", "0"]);
  expect(second).toEqual({
    code: 2,
    out: "",
    err: expect.stringContaining("in use by another Gatehouse"),
  });
  // The refused server must not have removed the running server's socket.
  const list = await gatehouse(directory.path, ["token", "list", "--json"]);
  expect(JSON.parse(list.out)).toMatchObject({ tokens: [{ id: 1 }, { id: 2, name: "shell" }] });
  await server.end("SIGTERM");
});

test.concurrent("concurrent commands are all done, with and without a server", async () => {
  using directory = new TemporaryDirectory();
  const server = await startGatehouse(directory.path);
  const add = (name: string) => gatehouse(directory.path, ["group", "add", name]);
  const first = await Promise.all(["a", "b"].map(add));
  await server.end("SIGTERM");
  const second = await Promise.all(["c", "d"].map(add));
  for (const done of [...first, ...second]) {
    expect(done).toMatchObject({ code: 0, err: "" });
  }
  const list = await gatehouse(directory.path, ["group", "list"]);
  expect(list).toEqual({ code: 0, out: "a\nb\nc\nd\n", err: "" });
});

test.concurrent("the log, error messages and the data hold no readable secret", async () => {
  using directory = new TemporaryDirectory();
  const preset = "a-preset-value-of-these-tests";
  const first = await startGatehouse(directory.path);
  const shown = firstTokenIn(directory.path);
  expect(first.printed).not.toContain(shown);
  expect(await statusOf(first.url, shown)).toBe(200);
  const { logged: before } = await first.end("SIGTERM");
  const server = await startGatehouse(directory.path, { GATEHOUSE_TOKEN: preset });
  expect(server.printed).toBe(`listening on ${server.url}\n`);
  expect(await statusOf(server.url, preset)).toBe(200);
  const { out } = await gatehouse(directory.path, creation);
  const created = out.trim();
  expect(await statusOf(server.url, created)).toBe(200);
  const list = await gatehouse(directory.path, ["token", "list", "--json"]);
  const during = bytesOf(directory.path);
  const { logged } = await server.end("SIGTERM");
  await gatehouse(directory.path, ["token", "revoke", "2"]);
  // A revoked preset value is refused, and the message does not contain it.
  const refused = await gatehouse(directory.path, ["serve", "--port", "0"], {
    GATEHOUSE_TOKEN: preset,
  });
  expect(refused).toMatchObject({ code: 2, out: "" });
  expect(refused.err).toStartWith("gatehouse: GATEHOUSE_TOKEN holds a revoked token");
  const places = { before, logged, list: list.out, refused: refused.err, during };
  for (const [place, text] of Object.entries({ ...places, after: bytesOf(directory.path) })) {
    for (const secret of [shown, preset, created]) {
      expect([place, text.includes(secret)]).toEqual([place, false]);
    }
  }
});

test.concurrent("a command that replaces damaged telemetry says so, and others leave it alone", async () => {
  using directory = new TemporaryDirectory();
  const server = await startGatehouse(directory.path);
  await server.end("SIGTERM");
  writeFileSync(join(directory.path, "telemetry.db"), "damaged".repeat(2_000));
  const unrelated = await gatehouse(directory.path, ["feature", "create", "telemetry"]);
  expect(unrelated).toMatchObject({ code: 0, err: "" });
  const shown = await gatehouse(directory.path, ["feature", "show", "telemetry"]);
  expect(shown).toMatchObject({ code: 0, err: "" });
  const { code, err } = await gatehouse(directory.path, ["telemetry", "summary"]);
  expect(code).toBe(0);
  expect(err).toMatch(
    /^gatehouse: telemetry: a new database was created; the damaged one is now \S*telemetry\.db\.damaged-[^\n]*\n$/,
  );
});
