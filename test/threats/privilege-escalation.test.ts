import { expect, test } from "bun:test";
import { created } from "../helpers/hosted-client.ts";
import { startHosted } from "../helpers/hosted-server.ts";

/* All roles on all routes are tested in test/hosted/permissions.test.ts. */

test("a token cannot create a token with more rights, such as managing environments or changing Production", async () => {
  const server = await startHosted();
  const reading = await server.newClient({ access: "read_only", managesEnvironments: true });
  const { environment, token } = created(await reading.environments.create("preview"));
  const previewClient = server.manager.as(token.value);
  const [second] = await previewClient.environments.create("another");
  expect(second.status).toBe(403);
  const [again] = await previewClient.environments.create("preview");
  expect(again.status).toBe(403);
  const [removed] = await previewClient.features.remove("search");
  expect(removed.status).toBe(403);
  await server.manager.features.create("search");
  await previewClient.gates.post("search", "boolean");
  expect((await server.manager.features.get("search"))[1]).toMatchObject({ state: "off" });
  const [written] = await reading.gates.post("search", "boolean");
  expect(written.status).toBe(403);
  const stored = [...server.deployment.writer.state.tokens.values()];
  expect(stored.filter(({ environmentId }) => environmentId === environment.id)).toEqual([
    expect.objectContaining({ managesEnvironments: false, access: "read_and_write" }),
  ]);
  await server.stop();
});
