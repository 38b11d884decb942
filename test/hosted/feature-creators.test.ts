import { afterAll, expect, test } from "bun:test";
import { addMember, firstOwnerId, firstProjectId } from "../helpers/hosted-administration.ts";
import { created, type HostedClient } from "../helpers/hosted-client.ts";
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

// A feature's creator is the owner of the token that created it (docs/api.md#telemetry-summary).
const ways: [way: string, create: (client: HostedClient, key: string) => Promise<unknown>][] = [
  ["POST /features", (client, key) => client.features.create(key)],
  ["a gate write", (client, key) => client.gates.post(key, "boolean")],
  ["a DELETE of a gate", (client, key) => client.expression.clear(key)],
];

for (const [way, create] of ways) {
  test(`${way} makes the token's owner the creator, which later requests do not change`, async () => {
    await create(manager, `${way} of the owner`);
    await create(member, `${way} of the member`);
    await create(preview, `${way} of the member's preview`);
    await create(manager, `${way} of the member`);
    expect(creatorOf(`${way} of the owner`)).toBe(firstOwnerId);
    expect(creatorOf(`${way} of the member`)).toBe(memberId);
    expect(creatorOf(`${way} of the member's preview`)).toBe(memberId);
  });
}

test("an import makes the token's owner the creator of the features that it adds", async () => {
  await manager.features.create("known");
  await preview.import({ known: {}, added: {} });
  expect(creatorOf("known")).toBe(firstOwnerId);
  expect(creatorOf("added")).toBe(memberId);
});
