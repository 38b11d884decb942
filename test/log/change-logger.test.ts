import { expect, test } from "bun:test";
import { changeLogger } from "../../src/log/change-logger.ts";
import { startHosted } from "../helpers/hosted-server.ts";
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
    { action: "environment.created", environmentId: 2 },
    {
      action: "token.saved",
      tokenId: 3,
      environmentId: 2,
      access: "read_and_write",
      managesEnvironments: false,
      isRevoked: false,
    },
    { action: "environment.deleted", environmentId: 2 },
  ]);
  const all = lines.join("");
  for (const secret of [value, "a name", "Branch 7", hosted.managerToken]) {
    expect(all).not.toContain(secret);
  }
  expect(JSON.stringify(body)).toContain("Branch 7");
  await hosted.stop();
});
