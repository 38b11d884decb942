import { expect, test } from "bun:test";
import { FeatureModel } from "../../src/api/flipper/features/feature-model.ts";
import { startHosted } from "../helpers/hosted-server.ts";
import { modelled } from "../helpers/modelled.ts";

const actorCount = 50_000;

test("a gate with 50,000 actors can be read, checked and written", async () => {
  const server = await startHosted();
  const { manager } = server;
  const ids = Array.from({ length: actorCount }, (_, index) => `User;${index}`);
  const [imported] = await manager.import({ search: { actors: ids } });
  expect(imported.status).toBe(204);
  const [, list] = await manager.features.list();
  expect(list).toMatchObject({ features: [{ key: "search", state: "conditional" }] });
  const [, feature] = await manager.features.get("search");
  const gate = modelled(FeatureModel, feature).gates?.find(({ key }) => key === "actors");
  expect(gate?.value).toHaveLength(actorCount);
  for (const [actor, enabled] of [
    ["User;0", true],
    [`User;${actorCount - 1}`, true],
    [`User;${actorCount}`, false],
  ] as const) {
    const [, check] = await manager.actors.check(actor);
    expect(check).toEqual({ flipper_id: actor, features: { search: { enabled } } });
  }
  const [added] = await manager.gates.post("search", "actors", { flipper_id: "User;new" });
  expect(added.status).toBe(200);
  const [removed] = await manager.gates.delete("search", "actors", { flipper_id: "User;0" });
  expect(removed.status).toBe(200);
  const [, after] = await manager.actors.check("User;0");
  expect(after).toMatchObject({ features: { search: { enabled: false } } });
  await server.stop();
});
