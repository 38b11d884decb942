import { expect, test } from "bun:test";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { callerIn } from "../app/services/service-fixture.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { startHosted } from "../helpers/hosted-server.ts";

test("a rollback is an audit like others over HTTP, and holds after a restart", async () => {
  using directory = new TemporaryDirectory();
  const start = async () => startHosted({ opened: await openSqliteStorage(directory.path) });
  const first = await start();
  await first.manager.gates.post("search", "actors", { flipper_id: "User;1" });
  await first.manager.gates.post("search", "boolean");
  await first.stop();
  const second = await start();
  const caller = callerIn(second.production);
  const target = { kind: "before", sequence: 3, scope: "record" } as const;
  await second.deployment.history.rollback(caller, target);
  const [, feature] = await second.manager.features.get("search");
  expect(feature).toMatchObject({ state: "conditional" });
  const answer = await second.manager.send("/audits?per_page=1");
  expect(await answer.json()).toEqual({
    audits: [
      {
        action: "rollback",
        actor: { type: "User", id: "1" },
        target: { type: "Feature", key: "search" },
        value: null,
        created_at: expect.any(String),
      },
    ],
    pagination: { page: 1, per: 1, previous: null, next: 2 },
    limits: { limited: false },
  });
  await second.stop();
  const third = await start();
  expect((await third.manager.features.get("search"))[1]).toEqual(feature);
  const { history } = third.deployment;
  expect(await history.audit(caller, 4)).toMatchObject({ action: "rollback", target: 3 });
  await history.rollback(caller, { kind: "before", sequence: 4, scope: "step" });
  expect((await third.manager.features.get("search"))[1]).toMatchObject({ state: "on" });
  await third.stop();
});

test("an explanation counts as no evaluation, and an unknown feature is unknown", async () => {
  const server = await startHosted();
  await server.manager.gates.post("search", "groups", { name: "admins" });
  const { features, explanations } = server.deployment;
  const caller = callerIn(server.production);
  const question = {
    actors: [{ flipperId: "User;1", properties: {} }],
    declaredGroups: new Set(["admins"]),
    isKnownGroup: () => true,
  };
  const explain = (key: string, asked = question) =>
    explanations.explainEach(caller, [key], asked, (_key, explained) => explained);
  expect(await explain("search")).toMatchObject([{ enabled: true }]);
  const undeclared = { ...question, declaredGroups: new Set<string>() };
  expect(await explain("search", undeclared)).toMatchObject([{ enabled: false }]);
  expect(features.evaluationCount).toBe(0);
  expect(await explain("unknown")).toEqual([null]);
  await server.stop();
});
