import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { created } from "../helpers/hosted-client.ts";
import { startPipelineServer } from "../server/pipeline-server.ts";

function allBytesOf(directory: string): string {
  return readdirSync(directory)
    .map((name) => readFileSync(join(directory, name), "latin1"))
    .join("\n");
}

test("a token is in no file and in no log line, but its hash is stored", async () => {
  using directory = new TemporaryDirectory();
  const server = await startPipelineServer({
    opened: await openSqliteStorage(directory.path),
    flags: ["--log-requests"],
  });
  const { manager, hosted } = server;
  const { token } = created(await manager.environments.create("preview"));
  const values = [hosted.managerToken, token.value, await hosted.newToken({ name: "third" })];
  for (const value of values) {
    const [allowed] = await manager.as(value).features.list();
    expect(allowed.status).toBe(200);
    const [withoutToken] = await manager.as(null).features.list(`token=${value}`);
    expect(withoutToken.status).toBe(401);
    await manager.as(`${value}x`).features.create("refused");
  }
  const stored = allBytesOf(directory.path);
  const logged = JSON.stringify(server.logged());
  for (const value of values) {
    expect(stored).not.toContain(value);
    expect(logged).not.toContain(value);
    const hash = new Bun.CryptoHasher("sha256").update(value).digest();
    const isKept = [hash.toString("latin1"), hash.toString("hex"), hash.toString("base64")].some(
      (form) => stored.includes(form),
    );
    expect(isKept).toBe(true);
  }
  await server.stop();
});

test("the value of a token is in the answer that created it, and in no other", async () => {
  const server = await startPipelineServer();
  const { manager } = server;
  const { token } = created(await manager.environments.create("preview"));
  const preview = manager.as(token.value);
  const answers = [
    await preview.features.list(),
    await preview.audits.list(),
    await preview.environments.delete("x"),
    await preview.environments.create("y"),
  ];
  for (const [response, , text] of answers) {
    expect(`${JSON.stringify([...response.headers])}${text}`).not.toContain(token.value);
  }
  const [, , again] = await manager.environments.create("preview");
  expect(again).not.toContain(token.value);
  await server.stop();
});
