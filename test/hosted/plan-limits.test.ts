import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createEnvironment } from "../../src/app/commands/environment-commands.ts";
import { expectRefused } from "../helpers/expect-refused.ts";
import { addProject, firstProjectId, revoke, setPlan } from "../helpers/hosted-administration.ts";
import { created } from "../helpers/hosted-client.ts";
import { type HostedServer, startHosted } from "../helpers/hosted-server.ts";

let server: HostedServer;
beforeEach(async () => {
  server = await startHosted();
});
afterEach(() => server.stop());

/** Adds custom environments without the API, which count for the limits too. */
function addEnvironments(count: number, projectId = firstProjectId): Promise<void> {
  return server.deployment.writer.submit((draft) => {
    for (let index = 0; index < count; index++) {
      const slug = `made-${projectId}-${index}`;
      createEnvironment(draft, {
        projectId,
        name: slug,
        slug,
        kind: "custom",
        creatorTokenId: null,
      });
    }
  });
}

const environmentsLimit = { status: 402, code: "custom_environments_limit" } as const;
const tokensLimit = { status: 422, code: "token_limit" } as const;

// The table of docs/api.md#limits.
describe.each([
  ["self_hosted", 1_000, 50],
  ["team", 10, 10],
  ["free", 1, 3],
] as const)("the plan %s", (plan, environmentsMax, tokensMax) => {
  beforeEach(() => setPlan(server, plan));

  test(`holds ${environmentsMax} custom environments, Production not counted`, async () => {
    await addEnvironments(environmentsMax - 1);
    expect((await server.manager.environments.create("the last"))[0].status).toBe(201);
    await expectRefused(server.manager, environmentsLimit, () =>
      server.manager.environments.create("one too many"),
    );
  });

  test(`holds ${tokensMax} active tokens in an environment`, async () => {
    const values: string[] = [];
    for (let count = 0; count < tokensMax; count++) {
      values.push(created(await server.manager.environments.create("preview")).token.value);
    }
    await expectRefused(server.manager, tokensLimit, () =>
      server.manager.environments.create("preview"),
    );
    // A revoked token is not active, and another environment has its own count.
    await revoke(server, values[0] ?? "");
    expect((await server.manager.environments.create("preview"))[0].status).toBe(200);
  });
});

test("a limit that is set overrides the plan's, and existing environments above it are kept", async () => {
  await setPlan(server, "free", { customEnvironmentsMax: 2 });
  const first = created(await server.manager.environments.create("one"));
  await server.manager.environments.create("two");
  await expectRefused(server.manager, environmentsLimit, () =>
    server.manager.environments.create("three"),
  );
  await setPlan(server, "free", { customEnvironmentsMax: 0 });
  expect((await server.manager.as(first.token.value).features.list())[0].status).toBe(200);
  expect((await server.manager.environments.create("one"))[0].status).toBe(200);
});

test("the projects of an organization share its limit of environments", async () => {
  const other = await addProject(server, "Other");
  await setPlan(server, "team");
  await addEnvironments(6);
  await addEnvironments(4, other.projectId);
  await expectRefused(server.manager, environmentsLimit, () =>
    server.manager.environments.create("one too many"),
  );
});
