import { afterEach, beforeEach, expect, test } from "bun:test";
import { ActorCheckModel } from "../../src/api/flipper/features/feature-model.ts";
import { expectRefused } from "../helpers/expect-refused.ts";
import { addProject, firstProjectId, setStrictGroups } from "../helpers/hosted-administration.ts";
import { created, type HostedClient } from "../helpers/hosted-client.ts";
import { hostedFeature } from "../helpers/hosted-feature.ts";
import { type HostedServer, startHosted } from "../helpers/hosted-server.ts";
import { modelled } from "../helpers/modelled.ts";

let server: HostedServer;
let manager: HostedClient;
beforeEach(async () => {
  server = await startHosted();
  manager = server.manager;
});
afterEach(() => server.stop());

/** The query of every group write of the public client (docs/clients.md#requests). */
const anyGroup = "allow_unregistered_groups=true";
const unregistered = { status: 404, code: 2, message: "Group not registered" };

function registered(projectId = firstProjectId): string[] {
  return [...(server.deployment.writer.state.groups.get(projectId) ?? [])].sort();
}

test("any group may be enabled, and is added to the project's registry", async () => {
  const [response, body] = await manager.gates.post("search", "groups", { name: "staff" });
  expect(response.status).toBe(200);
  expect(body).toEqual(hostedFeature("search", "conditional", { groups: ["staff"] }));
  await manager.gates.post("search", "groups", { name: "Ünï, <b> 🎉" }, anyGroup);
  await manager.gates.post("other", "groups", { name: "staff" });
  expect(registered()).toEqual(["staff", "Ünï, <b> 🎉"]);
});

test("every environment of the project shares the registry, another project has its own", async () => {
  const { token } = created(await manager.environments.create("preview"));
  await manager.as(token.value).gates.post("search", "groups", { name: "preview" });
  const elsewhere = await addProject(server, "Other");
  const client = await server.newClient({ environment: elsewhere });
  await client.gates.post("search", "groups", { name: "elsewhere" });
  expect(registered()).toEqual(["preview"]);
  expect(registered(elsewhere.projectId)).toEqual(["elsewhere"]);
});

test("any group may be disabled; disabling and refused writes register no group", async () => {
  const [response] = await manager.gates.delete("search", "groups", { name: "unheard of" });
  expect(response.status).toBe(200);
  await manager.gates.post(" badly named", "groups", { name: "refused" });
  await manager.gates.post("search", "groups", { name: "x".repeat(256) });
  expect(registered()).toEqual([]);
});

test("a strict project accepts only registered groups, also with allow_unregistered_groups", async () => {
  await manager.gates.post("search", "groups", { name: "staff" });
  await setStrictGroups(server, true);
  for (const query of [undefined, anyGroup]) {
    await expectRefused(manager, unregistered, () =>
      manager.gates.post("fresh", "groups", { name: "testers" }, query),
    );
    expect((await manager.gates.post("other", "groups", { name: "staff" }, query))[0].status).toBe(
      200,
    );
  }
  expect((await manager.features.get("fresh"))[0].status).toBe(404);
  expect((await manager.gates.delete("search", "groups", { name: "testers" }))[0].status).toBe(200);
  expect(registered()).toEqual(["staff"]);
});

test("the registry holds 1,000 groups; registered groups stay usable when it is full", async () => {
  await server.deployment.writer.submit((draft) => {
    for (let number = 0; number < 999; number++) {
      draft.record({ kind: "group.added", projectId: firstProjectId, name: `group ${number}` });
    }
  });
  expect((await manager.gates.post("search", "groups", { name: "last" }))[0].status).toBe(200);
  for (const query of [undefined, anyGroup]) {
    await expectRefused(manager, unregistered, () =>
      manager.gates.post("search", "groups", { name: "one too many" }, query),
    );
  }
  expect((await manager.gates.post("other", "groups", { name: "group 7" }))[0].status).toBe(200);
  expect(registered()).toHaveLength(1_000);
});

test("an import registers its groups, and a strict project refuses one with unregistered groups", async () => {
  await manager.import({ search: { groups: ["staff"] } });
  expect(registered()).toEqual(["staff"]);
  await setStrictGroups(server, true);
  const message =
    'Import invalid: feature "fresh": its group "testers" is not registered in the project';
  await expectRefused(manager, { status: 422, code: 6, message }, () =>
    manager.import({ search: { groups: ["staff"] }, fresh: { groups: ["staff", "testers"] } }),
  );
  expect((await manager.import({ search: { groups: ["staff"] } }))[0].status).toBe(204);
});

test("a group with a comma is one group of an actor check if it is registered", async () => {
  for (const name of ["a", "b", "a,b"]) {
    await manager.gates.post(`of ${name}`, "groups", { name });
  }
  const enabledFor = async (groups: string) => {
    const [, body] = await manager.actors.check("User;1", `groups=${groups}`);
    const { features } = modelled(ActorCheckModel, body);
    return Object.keys(features).filter((key) => features[key]?.enabled);
  };
  expect(await enabledFor("a%2Cb")).toEqual(["of a,b"]);
  expect(await enabledFor("b%2Ca")).toEqual(["of a", "of b"]);
  expect(await enabledFor("a,b")).toEqual(["of a", "of b"]);
  const custom = created(await manager.environments.create("preview"));
  const [, body] = await manager.as(custom.token.value).actors.check("User;1", "groups=a%2Cb");
  expect(body).toMatchObject({ features: { "of a": { enabled: false } } });
});
