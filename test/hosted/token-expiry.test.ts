import { expect, test } from "bun:test";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { expectRefused } from "../helpers/expect-refused.ts";
import { setPlan } from "../helpers/hosted-administration.ts";
import { created } from "../helpers/hosted-client.ts";
import { startHosted } from "../helpers/hosted-server.ts";

const noon = Date.UTC(2026, 10, 21, 12);
const invalid = { status: 401, code: "token_invalid" };

test("a token is refused as a revoked one from the moment it expires, on every route, also after a restart", async () => {
  using directory = new TemporaryDirectory();
  const clock = { ms: noon };
  const now = () => clock.ms;
  const token = "a-token-of-this-test";
  let server = await startHosted({ opened: await openSqliteStorage(directory.path), now, token });
  const value = await server.newToken({ expiresAt: noon + 1_000, managesEnvironments: true });
  let client = server.manager.as(value);
  // Its caller is cached by these reads.
  for (const ms of [noon, noon + 999]) {
    clock.ms = ms;
    expect((await client.features.list())[0].status).toBe(200);
    expect((await client.features.create(`at-${ms}`))[0].status).toBe(200);
  }
  for (const ms of [noon + 1_000, noon + 1_001, noon + 1e9]) {
    clock.ms = ms;
    await expectRefused(server.manager, invalid, () => client.features.list());
    await expectRefused(server.manager, invalid, () => client.features.create("late"));
    await expectRefused(server.manager, invalid, () => client.environments.create("late"));
    await expectRefused(server.manager, invalid, () => client.call("GET", "/nothing"));
    await expectRefused(server.manager, invalid, () => client.call("PUT", "/features"));
  }
  await server.stop();
  server = await startHosted({ opened: await openSqliteStorage(directory.path), now });
  client = server.manager.as(value);
  expect((await client.features.list())[0].status).toBe(401);
  expect((await server.manager.as(token).features.list())[0].status).toBe(200);
  await server.stop();
});

test("a write that was admitted before its token expired is refused when its turn comes after", async () => {
  const clock = { ms: noon };
  const server = await startHosted({ now: () => clock.ms });
  const value = await server.newToken({ expiresAt: noon + 1 });
  const { writer } = server.deployment;
  const passing = writer.submit(() => {
    clock.ms = noon + 1;
  });
  const [response, body] = await server.manager.as(value).gates.post("late", "boolean");
  await passing;
  expect([response.status, body]).toEqual([
    401,
    expect.objectContaining({ code: "token_invalid" }),
  ]);
  expect((await server.manager.features.get("late"))[0].status).toBe(404);
  await server.stop();
});

test("an expired token is not active: it leaves its place to another one", async () => {
  const clock = { ms: noon };
  const server = await startHosted({ now: () => clock.ms });
  await setPlan(server, "self_hosted", { tokensPerEnvironmentMax: 2 });
  await server.newToken({ expiresAt: noon + 1 });
  await expect(server.newToken()).rejects.toMatchObject({ refusal: "token_limit" });
  clock.ms = noon + 1;
  await server.newToken();
  await expect(server.newToken()).rejects.toMatchObject({ refusal: "token_limit" });
  await server.stop();
});

test("tokens that POST /environments returns do not expire with the token that made them", async () => {
  const clock = { ms: noon };
  const server = await startHosted({ now: () => clock.ms });
  const value = await server.newToken({ expiresAt: noon + 1, managesEnvironments: true });
  const preview = created(await server.manager.as(value).environments.create("preview"));
  clock.ms = noon + 1;
  const client = server.manager.as(preview.token.value);
  expect((await client.features.list())[0].status).toBe(200);
  expect((await client.environments.delete(preview.environment.id))[0].status).toBe(204);
  await server.stop();
});

test("a read with a token that does not expire does not ask for the time", async () => {
  let asked = 0;
  const now = () => {
    asked++;
    return noon;
  };
  const server = await startHosted({ now });
  await server.manager.features.list();
  const before = asked;
  await server.manager.features.list();
  expect(asked).toBe(before);
  await server.stop();
});
