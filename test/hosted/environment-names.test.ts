import { afterEach, beforeEach, expect, test } from "bun:test";
import { addProjectMember } from "../../src/app/commands/member-commands.ts";
import { expectRefused } from "../helpers/expect-refused.ts";
import { addEnvironment, addMember, firstProjectId } from "../helpers/hosted-administration.ts";
import { created } from "../helpers/hosted-client.ts";
import { type HostedServer, startHosted } from "../helpers/hosted-server.ts";

const taken = { status: 409, code: "environment_name_taken" };

let server: HostedServer;
beforeEach(async () => {
  server = await startHosted();
});
afterEach(() => server.stop());

/** A member of the project with a personal environment, which has the member's name. */
async function addMemberWithEnvironment(name: string): Promise<void> {
  const id = await addMember(server, name);
  await server.deployment.writer.submit((draft) => {
    const user = draft.state.users.get(id);
    const project = draft.state.projects.get(firstProjectId);
    if (user === undefined || project === undefined) {
      throw new Error("the member was not added");
    }
    addProjectMember(draft, project, user);
  });
}

function slugs(): readonly string[] {
  return [...server.deployment.writer.state.environments.values()].map(({ slug }) => slug).sort();
}

test("letter case, outer white space and the composition of letters do not count", async () => {
  const { manager } = server;
  const first = created(await manager.environments.create("Café One"));
  for (const name of ["café one", " CAFÉ ONE\t", "CAFE\u0301 One", "\u00a0Café One\u3000"]) {
    const again = await manager.environments.create(name);
    expect([name, again[0].status]).toEqual([name, 200]);
    expect(created(again).environment).toEqual(first.environment);
  }
  const stranger = await server.newClient({ managesEnvironments: true });
  await expectRefused(manager, taken, () => stranger.environments.create("CAFE\u0301 ONE"));
  // White space within the name counts, and so does every other character.
  for (const [name, slug] of [
    ["Café  One", "cafe-one-2"],
    ["Cafe One", "cafe-one-3"],
    ["Café One.", "cafe-one-4"],
  ] as const) {
    expect(created(await stranger.environments.create(name)).environment.slug).toBe(slug);
  }
});

test("names of environments that the shell or a membership made are taken", async () => {
  const { manager } = server;
  await addEnvironment(server, { name: "Staging", kind: "custom" });
  await addMemberWithEnvironment("alex");
  for (const name of ["staging", "Alex", "PRODUCTION"]) {
    await expectRefused(manager, taken, () => manager.environments.create(name));
  }
  expect(created(await manager.environments.create("alex!")).environment.slug).toBe("alex-2");
});

test("an environment of this token is found, also if a member has its name later", async () => {
  const { manager } = server;
  const first = created(await manager.environments.create("alex"));
  await addMemberWithEnvironment("alex");
  expect(slugs()).toEqual(["alex", "alex-2", "production"]);
  const again = await manager.environments.create("alex");
  expect(again[0].status).toBe(200);
  expect(created(again).environment).toEqual(first.environment);
});

test("a slug is free again when its environment is deleted", async () => {
  const { manager } = server;
  const first = created(await manager.environments.create("feature/x"));
  created(await manager.environments.create("feature-x"));
  await manager.environments.delete(first.environment.id);
  const third = created(await manager.environments.create("Feature X"));
  expect(third.environment.slug).toBe("feature-x");
  expect(slugs()).toEqual(["feature-x", "feature-x-2", "production"]);
});

test("names that are sent at once give one environment each", async () => {
  const names = ["feature/x", "feature-x", "feature x", "feature/x", "FEATURE X"];
  const answers = await Promise.all(names.map((name) => server.manager.environments.create(name)));
  expect(answers.map(([response]) => response.status)).toEqual([201, 201, 201, 200, 200]);
  const ids = answers.map((answer) => created(answer).environment.id);
  expect(new Set(ids).size).toBe(3);
  expect([ids[3], ids[4]]).toEqual([ids[0], ids[2]]);
  expect(slugs()).toEqual(["feature-x", "feature-x-2", "feature-x-3", "production"]);
});

test("a long slug is cut, and so is the one with its number", async () => {
  const { manager } = server;
  const long = `${"x".repeat(97)} tail`;
  const cut = [long, `${long}!`, `${long}?`].map(
    async (name) => created(await manager.environments.create(name)).environment.slug,
  );
  expect(await Promise.all(cut)).toEqual([
    `${"x".repeat(97)}-ta`,
    `${"x".repeat(97)}-2`,
    `${"x".repeat(97)}-3`,
  ]);
});
