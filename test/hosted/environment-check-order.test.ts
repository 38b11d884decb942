import { afterAll, describe, expect, test } from "bun:test";
import { jsonType } from "../helpers/api-client.ts";
import { expectRefused, type Refused } from "../helpers/expect-refused.ts";
import {
  addMember,
  addProject,
  firstOwnerId,
  leaveOrganization,
  leaveProject,
  setPlan,
} from "../helpers/hosted-administration.ts";
import { created, type HostedClient } from "../helpers/hosted-client.ts";
import { startHosted } from "../helpers/hosted-server.ts";

const server = await startHosted();
const { manager } = server;
afterAll(() => server.stop());

// A user who left the organization also left its projects, so two checks could refuse.
const former = await addMember(server, "former");
const moved = await addMember(server, "moved");
const clients = {
  unknown: manager.as("no-such-token-at-all"),
  plain: await server.newClient(),
  readOnlyManager: await server.newClient({ access: "read_only", managesEnvironments: true }),
  organizationLeaver: await server.newClient({ ownerId: former, managesEnvironments: true }),
  projectLeaver: await server.newClient({ ownerId: moved, managesEnvironments: true }),
  plainLeaver: await server.newClient({ ownerId: former }),
};
await leaveOrganization(server, former);
await leaveProject(server, former);
await leaveProject(server, moved);
await manager.environments.create("taken");
const kept = created(await manager.environments.create("to be kept"));
await setPlan(server, "self_hosted", { customEnvironmentsMax: 2, tokensPerEnvironmentMax: 8 });

const named = (name: unknown) => JSON.stringify({ name });

/** Each request violates the rule of its row and as many of the later rules as possible. */
const creates: [title: string, client: HostedClient, body: string, refused: Refused][] = [
  ["401 before everything", clients.unknown, "{", { status: 401, code: "token_invalid" }],
  [
    "management before memberships, names and bodies",
    clients.plainLeaver,
    "{",
    { status: 403, code: "preview_environment_management_token_required" },
  ],
  [
    "management before a taken name",
    clients.plain,
    named("taken"),
    { status: 403, code: "preview_environment_management_token_required" },
  ],
  [
    "organization before project, name and body",
    clients.organizationLeaver,
    "{",
    { status: 403, code: "organization_membership" },
  ],
  [
    "project before name and body",
    clients.projectLeaver,
    "{",
    { status: 403, code: "project_membership" },
  ],
  ["a body that cannot be decoded before its name", manager, '{"name":', { status: 400, code: 8 }],
  ["a missing name before the limit", manager, named(""), { status: 422, code: "name_missing" }],
  [
    "an unusable name before the limit",
    manager,
    named("new"),
    { status: 422, code: "name_invalid" },
  ],
  [
    "another token's name before the limit",
    clients.readOnlyManager,
    named("taken"),
    { status: 409, code: "environment_name_taken" },
  ],
  [
    "the limit last",
    clients.readOnlyManager,
    named("one too many"),
    { status: 402, code: "custom_environments_limit" },
  ],
];

describe("POST /environments refuses in the order of docs/api.md#environments", () => {
  test.each(creates)("%s", async (_title, client, body, refused) => {
    const count = server.deployment.writer.state.environments.size;
    await expectRefused(manager, refused, () =>
      client.call("POST", "/environments", { body, headers: jsonType }),
    );
    expect(server.deployment.writer.state.environments.size).toBe(count);
  });

  test("a name that this token created gives no new environment, so the limit does not apply", async () => {
    const [response] = await manager.environments.create("taken");
    expect(response.status).toBe(200);
  });

  test("token_limit when the environment has its maximum of tokens", async () => {
    await setPlan(server, "self_hosted", { customEnvironmentsMax: 2, tokensPerEnvironmentMax: 2 });
    await expectRefused(manager, { status: 422, code: "token_limit" }, () =>
      manager.environments.create("taken"),
    );
    await setPlan(server, "self_hosted", { customEnvironmentsMax: 5, tokensPerEnvironmentMax: 0 });
    await expectRefused(manager, { status: 422, code: "token_limit" }, () =>
      manager.environments.create("without any token"),
    );
    await setPlan(server, "self_hosted", { customEnvironmentsMax: 5, tokensPerEnvironmentMax: 8 });
    // The refused request above did not create the environment.
    const [response] = await manager.environments.create("without any token");
    expect(response.status).toBe(201);
  });
});

describe("DELETE /environments/{id} refuses in the order of docs/api.md#environments", () => {
  const remove = (client: HostedClient, id: number | string, body: string | null = null) =>
    client.call("DELETE", `/environments/${id}`, { body, headers: jsonType });
  const { id } = kept.environment;

  const removals: [title: string, client: HostedClient, id: number | string, refused: Refused][] = [
    ["401 before the id", clients.unknown, "abc", { status: 401, code: "token_invalid" }],
    [
      "the id before memberships",
      clients.organizationLeaver,
      "abc",
      { status: 422, code: "environment_id_required" },
    ],
    [
      "organization before project and body",
      clients.organizationLeaver,
      id,
      { status: 403, code: "organization_membership" },
    ],
    [
      "organization before an environment that is missing",
      clients.organizationLeaver,
      424_242,
      { status: 403, code: "organization_membership" },
    ],
    [
      "project before body and creator",
      clients.projectLeaver,
      id,
      { status: 403, code: "project_membership" },
    ],
  ];
  test.each(removals)("%s", async (_title, client, path, refused) => {
    await expectRefused(manager, refused, () => remove(client, path, "{"));
  });

  test("not_environment_creator for every token that did not create it and was not returned for it", async () => {
    const other = created(await manager.environments.create("another"));
    const others = [
      clients.plain,
      clients.readOnlyManager,
      manager.as(other.token.value),
      await server.newClient({ managesEnvironments: true }),
    ];
    for (const client of others) {
      await expectRefused(manager, { status: 403, code: "not_environment_creator" }, () =>
        remove(client, id),
      );
    }
  });

  test("a missing, foreign or non-custom environment is 204, before the check of the creator", async () => {
    const foreign = await addProject(server, "Other");
    for (const path of [424_242, foreign.id, server.production.id]) {
      expect((await remove(clients.plain, path))[0].status).toBe(204);
    }
    expect(server.deployment.writer.state.environments.has(foreign.id)).toBe(true);
    expect(server.deployment.writer.state.environments.has(server.production.id)).toBe(true);
  });

  test("the creator without the permission to manage may not delete, the preview token may", async () => {
    const { writer } = server.deployment;
    const token = writer.state.tokens.find(({ name }) => name === "manager");
    await writer.submit((draft) => {
      if (token !== undefined) {
        draft.record({ kind: "token.saved", token: { ...token, managesEnvironments: false } });
      }
    });
    await expectRefused(manager, { status: 403, code: "not_environment_creator" }, () =>
      remove(manager, id),
    );
    expect((await remove(manager.as(kept.token.value), id))[0].status).toBe(204);
    expect(writer.state.environments.has(id)).toBe(false);
    expect(token?.ownerId).toBe(firstOwnerId);
  });
});
