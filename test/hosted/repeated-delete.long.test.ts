import { expect, test } from "bun:test";
import { endedPreviewTokensMax } from "../../src/core/model/ended-preview-tokens.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { expectRefused } from "../helpers/expect-refused.ts";
import { revoke } from "../helpers/hosted-administration.ts";
import { created, type HostedClient } from "../helpers/hosted-client.ts";
import { hostedPrefix, startHosted } from "../helpers/hosted-server.ts";
import { routeRows } from "./permission-rows.ts";

const invalid = { status: 401, code: "token_invalid" };

async function statusOfDelete(client: HostedClient, id: number | string): Promise<number> {
  const [response] = await client.environments.delete(id);
  return response.status;
}

test("a preview token that was deleted with its environment may repeat the DELETE, and nothing else", async () => {
  const server = await startHosted({ hasTelemetry: true });
  const { manager } = server;
  const kept = created(await manager.environments.create("kept"));
  for (const by of ["the token itself", "the creator"]) {
    const { environment, token } = created(await manager.environments.create("preview"));
    const preview = manager.as(token.value);
    const first = by === "the creator" ? manager : preview;
    expect(await statusOfDelete(first, environment.id)).toBe(204);
    const { state } = server.deployment.writer;
    for (let time = 0; time < 3; time++) {
      expect(await statusOfDelete(preview, environment.id)).toBe(204);
    }
    expect(server.deployment.writer.state).toBe(state);
    for (const id of [kept.environment.id, server.production.id, environment.id + 1, 999]) {
      await expectRefused(manager, invalid, () => preview.environments.delete(id));
    }
    for (const id of ["", "0", `0${environment.id}`, `${environment.id}x`, "abc"]) {
      await expectRefused(manager, invalid, () => preview.environments.delete(id));
    }
    for (const route of Object.keys(routeRows)) {
      const [method = "", path = ""] = route.split(" ");
      const filled = path.replace(":id", String(kept.environment.id)).replace(/:\w+/, "x");
      await expectRefused(manager, invalid, () => preview.call(method, filled));
    }
    const other = await manager.call("GET", `/environments/${environment.id}`);
    expect(other[0].status).toBe(405);
    await expectRefused(manager, invalid, () =>
      preview.call("GET", `/environments/${environment.id}`),
    );
  }
  await server.stop();
});

test("tokens that could not be used any more, or were no preview tokens, are not remembered", async () => {
  const server = await startHosted();
  const { manager } = server;
  const { environment, token } = created(await manager.environments.create("preview"));
  const second = created(await manager.environments.create("preview"));
  await revoke(server, token.value);
  const state = server.deployment.writer.state.environments.get(environment.id);
  const plain = await server.newClient(state === undefined ? {} : { environment: state });
  await manager.environments.delete(environment.id);
  expect(await statusOfDelete(manager.as(token.value), environment.id)).toBe(401);
  expect(await statusOfDelete(plain, environment.id)).toBe(401);
  expect(await statusOfDelete(manager.as(second.token.value), environment.id)).toBe(204);
  for (const unknown of [null, "", "unknown", "x".repeat(300)]) {
    expect(await statusOfDelete(manager.as(unknown), environment.id)).toBe(401);
  }
  await server.stop();
});

test("two DELETEs at once, both by the preview token, are both 204", async () => {
  const server = await startHosted();
  const { environment, token } = created(await server.manager.environments.create("preview"));
  const preview = server.manager.as(token.value);
  const statuses = await Promise.all(
    Array.from({ length: 5 }, () => statusOfDelete(preview, environment.id)),
  );
  expect(statuses).toEqual([204, 204, 204, 204, 204]);
  // The creator's own environment of the same name is another one, and stays.
  const again = created(await server.manager.environments.create("preview"));
  expect(await statusOfDelete(preview, environment.id)).toBe(204);
  expect((await server.manager.as(again.token.value).features.list())[0].status).toBe(200);
  await server.stop();
});

test("the newest 10,000 are remembered, also by the next server", async () => {
  using directory = new TemporaryDirectory();
  const token = "a-token-of-this-test";
  let server = await startHosted({ opened: await openSqliteStorage(directory.path), token });
  const ended: { readonly id: number; readonly value: string }[] = [];
  const end = async () => {
    const { environment, token: preview } = created(
      await server.manager.as(token).environments.create("preview"),
    );
    await server.manager.as(token).environments.delete(environment.id);
    ended.push({ id: environment.id, value: preview.value });
  };
  const statuses = async () => {
    const found: number[] = [];
    for (const { id, value } of ended) {
      found.push(await statusOfDelete(server.manager.as(value), id));
    }
    return found;
  };
  await end();
  await end();
  const fillers = endedPreviewTokensMax - 1;
  await server.deployment.writer.submit((draft) => {
    const environmentId = draft.nextId("environment");
    draft.record({
      kind: "environment.created",
      environment: {
        id: environmentId,
        projectId: 1,
        slug: "filler",
        name: "Filler",
        kind: "custom",
        createdAt: 0,
        memberId: null,
        creatorTokenId: null,
      },
    });
    for (let index = 0; index < fillers; index++) {
      draft.record({
        kind: "token.saved",
        token: {
          id: draft.nextId("token"),
          environmentId,
          name: "filler",
          hash: `filler-${index}`,
          access: "read_and_write",
          managesEnvironments: false,
          ownerId: 1,
          isPreview: true,
          createdAt: 0,
          revokedAt: null,
          expiresAt: null,
          lastUsedAt: null,
        },
      });
    }
    draft.record({ kind: "environment.deleted", environmentId });
  });
  expect(server.deployment.writer.state.endedPreviewTokens.size).toBe(endedPreviewTokensMax);
  expect(await statuses()).toEqual([401, 204]);
  const remembered = [...server.deployment.writer.state.endedPreviewTokens];
  await server.stop();

  server = await startHosted({ opened: await openSqliteStorage(directory.path) });
  expect([...server.deployment.writer.state.endedPreviewTokens]).toEqual(remembered);
  expect(await statuses()).toEqual([401, 204]);
  await end();
  expect(await statuses()).toEqual([401, 401, 204]);
  await server.stop();
});

test("no route but DELETE /environments/{id} asks for the remembered tokens", async () => {
  const server = await startHosted();
  const { environment, token } = created(await server.manager.environments.create("preview"));
  await server.manager.environments.delete(environment.id);
  const headers = { "flipper-cloud-token": token.value };
  for (const [method, path] of [
    ["GET", `/environments/${environment.id}`],
    ["POST", `/environments/${environment.id}`],
    ["DELETE", `/environments/${environment.id}/x`],
    ["DELETE", `/features/${environment.id}`],
  ] as const) {
    const request = new Request(`http://localhost${hostedPrefix}${path}`, { method, headers });
    const response = await server.deployment.api.fetch(request);
    expect([method, path, response.status]).toEqual([method, path, 401]);
  }
  await server.stop();
});
