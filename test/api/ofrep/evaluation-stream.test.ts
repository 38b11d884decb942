import { expect, test } from "bun:test";
import { mountable } from "gatehouse-flags";
import { dataOf, EventReader, idOf } from "../../helpers/event-reader.ts";
import { revoke } from "../../helpers/hosted-administration.ts";
import { created } from "../../helpers/hosted-client.ts";
import { type HostedServer, startHosted } from "../../helpers/hosted-server.ts";
import { modelled } from "../../helpers/modelled.ts";
import { RefetchEvent, streamUriOf } from "./ofrep-schema.ts";
import { hostedOfrep } from "./ofrep-targets.ts";

const noon = Date.UTC(2026, 10, 21, 12);

/** The path of the stream that an evaluation with this token names. */
async function streamPathFor(server: HostedServer, token: string): Promise<string> {
  const { body } = await hostedOfrep(server, token).evaluate(null, {});
  return streamUriOf(body);
}

/** Opens a stream as a browser does: without any credentials but the ticket in the path. */
async function openAt(server: HostedServer, path: string, lastId?: string): Promise<EventReader> {
  const headers = lastId === undefined ? {} : { "last-event-id": lastId };
  const request = new Request(`http://localhost${path}`, { headers });
  return new EventReader(await server.deployment.ofrep.fetch(request));
}

async function opened(server: HostedServer, path: string): Promise<EventReader> {
  const stream = await openAt(server, path);
  expect(stream.status).toBe(200);
  expect(await stream.next()).toBe("retry: 1000");
  expect(await stream.next()).toMatch(/^id: \S+\n: open$/);
  return stream;
}

test("a change between the evaluation and its stream is told when the stream opens", async () => {
  const clock = { ms: noon };
  const server = await startHosted({ now: () => clock.ms });
  const path = await streamPathFor(server, server.managerToken);
  const before = await opened(server, path);
  await server.manager.gates.post("search", "boolean");
  const id = idOf(await before.next());
  const openedAfter = async (ms: number, lastId?: string) => {
    clock.ms = noon + ms;
    return openAt(server, path, lastId);
  };
  const rows = [
    ["at once", 1, await openedAfter(0)],
    ["soon", 1, await openedAfter(9_999)],
    ["late", 0, await openedAfter(10_000)],
    ["at once, by who knows the change", -1, await openedAfter(0, id)],
  ] as const;
  await server.stop();
  for (const [name, told, stream] of rows) {
    // The time of a reconnect and the opening come first; the latter only without a last event.
    expect([name, await stream.rest()]).toEqual([name, 2 + told]);
  }
});

test("a ticket tells of its own environment only", async () => {
  const server = await startHosted();
  const { environment, token } = created(await server.manager.environments.create("preview"));
  const preview = server.manager.as(token.value);
  await preview.gates.post("own", "boolean");
  const previewPath = await streamPathFor(server, token.value);
  expect(previewPath).not.toContain(token.value);
  const inPreview = await opened(server, previewPath);
  const inProduction = await opened(server, await streamPathFor(server, server.managerToken));
  const revisionOf = async (stream: EventReader) =>
    modelled(RefetchEvent, dataOf(await stream.next())).etag;
  const { id, projectId } = server.production;
  expect(id).not.toBe(environment.id);
  const revision = () => `"${server.deployment.writer.state.revisions.get(projectId)}"`;
  // The feature was created just before, so both streams begin with that.
  expect(await revisionOf(inPreview)).toBe(revision());
  expect(await revisionOf(inProduction)).toBe(revision());
  await server.manager.gates.post("own", "actors", { flipper_id: "User;1" });
  const first = revision();
  expect(await revisionOf(inProduction)).toBe(first);
  await preview.gates.post("own", "actors", { flipper_id: "User;2" });
  const second = revision();
  expect(second).not.toBe(first);
  // Nothing of Production's change came before.
  expect(await revisionOf(inPreview)).toBe(second);
  await server.manager.gates.post("both", "boolean");
  expect(await revisionOf(inProduction)).toBe(revision());
  await inPreview.close();
  await inProduction.close();
  await server.stop();
});

test("a ticket is valid for half an hour or more, and for an hour at most", async () => {
  const clock = { ms: noon };
  const server = await startHosted({ now: () => clock.ms });
  const path = await streamPathFor(server, server.managerToken);
  const statusAt = async (ms: number) => {
    clock.ms = ms;
    const stream = await openAt(server, path);
    await stream.close();
    return stream.status;
  };
  const minute = 60_000;
  expect(await statusAt(noon + 30 * minute)).toBe(200);
  expect(await statusAt(noon + 60 * minute - 1)).toBe(200);
  expect(await statusAt(noon + 60 * minute)).toBe(401);
  expect(await streamPathFor(server, server.managerToken)).not.toBe(path);
  clock.ms = noon + 1;
  // One ticket for all requests of a token in half an hour.
  expect(await streamPathFor(server, server.managerToken)).toBe(
    await streamPathFor(server, server.managerToken),
  );
  await server.stop();
});

test("a changed, foreign or missing ticket opens nothing", async () => {
  const [server, another] = [await startHosted(), await startHosted()];
  const path = await streamPathFor(server, server.managerToken);
  const foreign = await streamPathFor(another, another.managerToken);
  const start = path.slice(0, path.indexOf("=") + 1);
  const changed = Array.from({ length: 20 }, (_, index) => {
    const place = start.length + index * 5;
    const letter = path[place] === "A" ? "B" : "A";
    return path.slice(0, place) + letter + path.slice(place + 1);
  });
  for (const wrong of [
    ...changed,
    foreign,
    start,
    `${start}x`,
    `${start}${"x".repeat(600)}`,
    `${start}%00`,
    path.slice(0, -1),
    start.replace("?ticket=", ""),
  ]) {
    const refused = await openAt(server, wrong);
    expect([wrong, refused.status]).toEqual([wrong, 401]);
  }
  // A ticket admits to no evaluation, and to no other route.
  const ticket = path.slice(start.length);
  const evaluated = await hostedOfrep(server, ticket).evaluate("search", {});
  expect(evaluated.status).toBe(401);
  expect((await server.manager.as(ticket).features.list())[0].status).toBe(401);
  await server.stop();
  await another.stop();
});

test("a stream with a ticket ends with its token, and the ticket with it", async () => {
  const clock = { ms: noon };
  const server = await startHosted({ now: () => clock.ms });
  const { environment, token } = created(await server.manager.environments.create("preview"));
  const evaluate = await server.newToken({ access: "evaluate" });
  const expiring = await server.newToken({ access: "evaluate", expiresAt: noon + 20 });
  const paths = {
    revoked: await streamPathFor(server, evaluate),
    deleted: await streamPathFor(server, token.value),
    expired: await streamPathFor(server, expiring),
  };
  const streams = {
    revoked: await opened(server, paths.revoked),
    deleted: await opened(server, paths.deleted),
    expired: await opened(server, paths.expired),
  };
  await revoke(server, evaluate);
  await server.manager.environments.delete(environment.id);
  clock.ms = noon + 20;
  for (const how of ["revoked", "deleted", "expired"] as const) {
    expect([how, await streams[how].next()]).toEqual([how, undefined]);
    expect([how, (await openAt(server, paths[how])).status]).toEqual([how, 401]);
  }
  await server.stop();
});

test("the library's stream needs a ticket or the credentials", async () => {
  const basicAuth = { user: "me", password: "secret" };
  const mounted = mountable({ data: ":memory:", basicAuth });
  const base = "http://localhost/flipper/api/ofrep/v1";
  const authorization = `Basic ${btoa("me:secret")}`;
  const evaluated = await mounted.handle(
    new Request(`${base}/evaluate/flags`, { method: "POST", headers: { authorization } }),
  );
  const path = streamUriOf(await evaluated.json());
  expect(path).toStartWith("/flipper/api/ofrep/v1/stream?ticket=");
  const open = async (url: string, headers: Record<string, string> = {}) =>
    new EventReader(await mounted.handle(new Request(url, { headers })));
  expect((await open(`${base}/stream`)).status).toBe(401);
  for (const stream of [
    await open(`http://localhost${path}`),
    await open(`${base}/stream`, { authorization }),
  ]) {
    expect(stream.status).toBe(200);
    expect(await stream.next()).toBe("retry: 1000");
    expect(await stream.next()).toEndWith(": open");
    await mounted.enableActor("search", `User;${Math.random()}`);
    expect(modelled(RefetchEvent, dataOf(await stream.next())).type).toBe("refetchEvaluation");
  }
  const stream = await open(`http://localhost${path}`);
  await stream.next();
  await mounted.close();
  // The opening, and both changes from before.
  expect(await stream.rest()).toBe(3);
});
