import { expect, test } from "bun:test";
import { changeLogger } from "../../../src/http/log/change-logger.ts";
import { startHosted } from "../../helpers/hosted-server.ts";
import { startWebhooks } from "../../webhooks/webhook-fixture.ts";
import { entriesOf, loggedLines } from "./logged-lines.ts";

async function startLoggedServer() {
  const hosted = await startHosted();
  const { lines, log } = loggedLines();
  hosted.deployment.writer.onCommit(changeLogger(log));
  return { hosted, lines };
}

test("a line holds the actor, the action, the feature and the environment, but not the value", async () => {
  const { hosted, lines } = await startLoggedServer();
  await hosted.manager.gates.post("search", "actors", { flipper_id: "User;secret" });
  await hosted.manager.gates.post("search", "actors", { flipper_id: "User;secret" });
  const changed = { level: "info", message: "changed", feature: "search", environmentId: 1 };
  expect(entriesOf(lines)).toEqual([
    { ...changed, action: "create", by: "Token 1" },
    { ...changed, action: "enable_actor", by: "Token 1" },
  ]);
  expect(lines.join("")).not.toContain("User;secret");
  await hosted.stop();
});

test("environments and tokens are logged with their ids, and tokens never with their values", async () => {
  const { hosted, lines } = await startLoggedServer();
  const value = await hosted.newToken({ name: "a name", access: "read_only" });
  const [, body] = await hosted.manager.environments.create("Branch 7");
  const [created] = await hosted.manager.environments.delete(2);
  expect(created.status).toBe(204);
  expect(entriesOf(lines).map(({ level: _level, message: _message, ...rest }) => rest)).toEqual([
    {
      action: "token.saved",
      tokenId: 2,
      environmentId: 1,
      access: "read_only",
      managesEnvironments: false,
      isRevoked: false,
    },
    { action: "environment.created", environmentId: 2, by: "Token 1" },
    {
      action: "token.saved",
      tokenId: 3,
      environmentId: 2,
      access: "read_and_write",
      managesEnvironments: false,
      isRevoked: false,
      by: "Token 1",
    },
    { action: "environment.deleted", environmentId: 2, by: "Token 1" },
  ]);
  const all = lines.join("");
  for (const secret of [value, "a name", "Branch 7", hosted.managerToken]) {
    expect(all).not.toContain(secret);
  }
  expect(JSON.stringify(body)).toContain("Branch 7");
  await hosted.stop();
});

test("administration of webhooks is logged with ids, and nothing that they hold", async () => {
  await using hooks = await startWebhooks();
  const { lines, log } = loggedLines();
  hooks.writer.onCommit(changeLogger(log));
  const { webhook, secret } = await hooks.create({ name: "a name" });
  const anyone = () => undefined;
  const { service } = hooks;
  await service.pause(webhook.id, anyone);
  await service.resume(webhook.id, anyone);
  const { secret: newer } = await service.rotate(webhook.id, anyone, 1_000);
  await hooks.features.change(hooks.caller(), "search", { action: "enable" });
  await hooks.settled();
  await service.redeliver(webhook.id, anyone, { from: 1, to: 1 });
  await hooks.settled();
  await service.delete(webhook.id, anyone);
  const entries = entriesOf(lines).filter(({ action }) => String(action).startsWith("webhook"));
  const saved = { level: "info", message: "changed", action: "webhook.saved", webhookId: 1 };
  const active = { ...saved, environmentId: 1, secrets: 1, replays: 0, paused: "no" };
  expect(entries).toEqual([
    active,
    { ...active, paused: "person" },
    active,
    { ...active, secrets: 2 },
    { ...active, secrets: 2, replays: 1 },
    { level: "info", message: "changed", action: "webhook.deleted", webhookId: 1 },
  ]);
  for (const hidden of [secret, newer, "a name", "a.example", "sealed"]) {
    expect(lines.join("")).not.toContain(hidden);
  }
});

test("an import has one line for the actors of a gate, and at most a thousand lines and a sum", async () => {
  const { hosted, lines } = await startLoggedServer();
  const actors = Array.from({ length: 300 }, (_, index) => `User;${index}`);
  await hosted.manager.import({ search: { actors } });
  const changed = { level: "info", message: "changed", feature: "search", environmentId: 1 };
  expect(entriesOf(lines)).toEqual([
    { ...changed, action: "create", by: "Token 1" },
    { ...changed, action: "enable_actor", by: "Token 1", values: 300 },
  ]);
  lines.length = 0;
  const names = Array.from({ length: 600 }, (_, index) => `feature_${index}`);
  await hosted.manager.import(Object.fromEntries(names.map((name) => [name, { boolean: true }])));
  const entries = entriesOf(lines);
  expect(entries).toHaveLength(1_001);
  expect(entries.at(-1)).toEqual({
    level: "info",
    message: "many changes in one commit",
    // 600 are created and enabled, and `search` is removed.
    changes: 1_201,
    notLogged: 201,
  });
  await hosted.stop();
});
