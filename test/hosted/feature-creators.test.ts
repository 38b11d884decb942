import { afterAll, expect, test } from "bun:test";
import { created, type HostedClient } from "../helpers/hosted-client.ts";
import { addMember, firstOwnerId, firstProjectId } from "../helpers/hosted-directory.ts";
import { startHosted } from "../helpers/hosted-server.ts";

const server = await startHosted();
afterAll(() => server.stop());
const { manager } = server;
const memberId = await addMember(server, "member");
const member = await server.newClient({ ownerId: memberId, managesEnvironments: true });
const preview = manager.as(created(await member.environments.create("preview")).token.value);

function creatorOf(key: string): number | null | undefined {
  return server.deployment.writer.state.features.get(firstProjectId)?.get(key)?.creatorId;
}

// DESIGN.md section 3: a feature's creator is the owner of the token that created it.
const ways: [what: string, create: (client: HostedClient, key: string) => Promise<unknown>][] = [
  ["POST /features", (client, key) => client.features.create(key)],
  ["a gate write", (client, key) => client.gates.post(key, "boolean")],
  ["a DELETE of a gate", (client, key) => client.expression.clear(key)],
];

for (const [what, create] of ways) {
  test(`${what} makes the token's owner the creator, and nobody else later`, async () => {
    await create(manager, `${what} of the owner`);
    await create(member, `${what} of the member`);
    await create(preview, `${what} of the member's preview`);
    await create(manager, `${what} of the member`);
    expect(creatorOf(`${what} of the owner`)).toBe(firstOwnerId);
    expect(creatorOf(`${what} of the member`)).toBe(memberId);
    expect(creatorOf(`${what} of the member's preview`)).toBe(memberId);
  });
}

test("an import does the same for the features that it adds", async () => {
  await manager.features.create("known");
  await preview.import({ known: {}, added: {} });
  expect(creatorOf("known")).toBe(firstOwnerId);
  expect(creatorOf("added")).toBe(memberId);
});
