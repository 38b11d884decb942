import { expect, test } from "bun:test";
import { dataOf, EventReader, idOf } from "../../helpers/event-reader.ts";
import type { UiServer } from "./web-ui-server.ts";
import { startUi } from "./web-ui-server.ts";

const feature = { params: { environment: 1, key: "search" } };

async function open(
  server: UiServer,
  cookie: string,
  {
    environment = "1",
    lastId,
    after = "",
  }: { readonly environment?: string; readonly lastId?: string; readonly after?: string } = {},
): Promise<EventReader> {
  const headers = { cookie, ...(lastId === undefined ? {} : { "last-event-id": lastId }) };
  return new EventReader(
    await server.send(`/admin/v1/environments/${environment}/events?after=${after}`, { headers }),
  );
}

test("an open page is told of each commit, with the revision that the write answered", async () => {
  await using server = await startUi();
  const [viewer, member] = [await server.page("viewer"), await server.page("member")];
  const stream = await open(server, viewer.cookie);
  expect(stream.headers.get("content-type")).toBe("text/event-stream");
  expect(stream.headers.get("cache-control")).toBe("no-store");
  expect(await stream.next()).toBe("retry: 1000");
  expect(await stream.next()).toBe(": open");
  const { revision } = await member.answer("POST /environments/:environment/features", {
    params: { environment: 1 },
    body: { key: "search" },
  });
  expect(dataOf(await stream.next())).toEqual({
    revision,
    keys: ["search"],
    topics: ["features", "audits"],
  });
  await stream.close();
});

test("who comes back gets what was missed; after another process, or too long, a refetch", async () => {
  await using server = await startUi();
  const member = await server.page("member");
  const stream = await open(server, member.cookie);
  await stream.next();
  await stream.next();
  const change = (percentage: number) =>
    member.call("PUT /environments/:environment/features/:key/percentage-of-time", {
      ...feature,
      body: { percentage },
    });
  await member.call("POST /environments/:environment/features", {
    params: { environment: 1 },
    body: { key: "search" },
  });
  const lastId = idOf(await stream.next());
  await stream.close();
  await change(1);
  await change(2);
  const resumed = await open(server, member.cookie, { lastId });
  await resumed.next();
  expect(dataOf(await resumed.next())).toMatchObject({ keys: ["search"] });
  expect(dataOf(await resumed.next())).toMatchObject({ keys: ["search"] });
  await change(3);
  expect(dataOf(await resumed.next())).toMatchObject({ keys: ["search"] });
  await resumed.close();
  for (const unknown of ["otherone-1", "1", `${lastId}999`, lastId.replace(/\d+$/, "x")]) {
    const refetched = await open(server, member.cookie, { lastId: unknown });
    await refetched.next();
    const event = await refetched.next();
    expect([unknown, /^event: (.*)$/m.exec(event ?? "")?.[1]]).toEqual([unknown, "refetch"]);
    expect(idOf(event)).not.toBe("");
    await refetched.close();
  }
});

test("a page follows from the event that its session named", async () => {
  await using server = await startUi();
  const member = await server.page("member");
  const { newestEvent } = await member.answer("GET /session");
  await member.call("POST /environments/:environment/features", {
    params: { environment: 1 },
    body: { key: "search" },
  });
  const stream = await open(server, member.cookie, { after: newestEvent });
  await stream.next();
  expect(dataOf(await stream.next())).toMatchObject({ keys: ["search"] });
  await stream.close();
  expect(await (await server.send("/admin/v1/session")).json()).toMatchObject({ newestEvent: "" });
});

test("streams are for those who may read, of environments that exist", async () => {
  await using server = await startUi();
  const viewer = await server.page("viewer");
  expect((await open(server, "")).status).toBe(401);
  for (const environment of ["", "2", "x", "01"]) {
    expect((await open(server, viewer.cookie, { environment })).status).toBe(404);
  }
  const post = await viewer.send("POST", "/environments/1/events", {});
  expect(post.status).toBe(405);
  const elsewhere = await server.send("/admin/v1/environments/1/events", {
    headers: { cookie: viewer.cookie, "sec-fetch-site": "cross-site" },
  });
  expect(elsewhere.status).toBe(403);
});

test("a stream ends with the session, with the membership, and with the environment", async () => {
  await using server = await startUi();
  const owner = await server.page("owner");
  const signedOut = await server.page("viewer");
  const removed = await server.page("member");
  const kept = await server.page("member");
  const [first, second, third] = [
    await open(server, signedOut.cookie),
    await open(server, removed.cookie),
    await open(server, kept.cookie),
  ];
  for (const stream of [first, second, third]) {
    await stream.next();
    await stream.next();
  }
  await signedOut.call("DELETE /session");
  // What the commit itself tells comes first, if it comes at all.
  await first.rest();
  expect(dataOf(await third.next())).toEqual({ revision: null, keys: [], topics: ["acts"] });
  await owner.call("DELETE /members/:user", { params: { user: removed.userId }, body: {} });
  await second.rest();
  const { environment } = await owner.answer("POST /environments", { body: { name: "Staging" } });
  const staging = await open(server, kept.cookie, { environment: String(environment.id) });
  await owner.call("DELETE /environments/:environment", {
    params: { environment: environment.id },
    body: { typed: "Staging" },
  });
  await staging.rest();
  expect(dataOf(await third.next())).toMatchObject({ topics: ["members", "acts"] });
  await third.close();
});

test("the streams of one reader are limited, and closed ones make room", async () => {
  await using server = await startUi();
  const [viewer, other] = [await server.page("viewer"), await server.page("viewer")];
  const streams: EventReader[] = [];
  for (let count = 0; count < 20; count++) {
    streams.push(await open(server, viewer.cookie));
  }
  expect((await open(server, viewer.cookie)).status).toBe(429);
  expect((await open(server, other.cookie)).status).toBe(200);
  await streams[0]?.close();
  expect((await open(server, viewer.cookie)).status).toBe(200);
});

test("a page that does not read is let go, so that it costs nothing", async () => {
  await using server = await startUi();
  const [idle, member] = [await server.page("viewer"), await server.page("member")];
  const stream = await open(server, idle.cookie);
  await member.call("POST /environments/:environment/features", {
    params: { environment: 1 },
    body: { key: "search" },
  });
  for (let count = 0; count < 100; count++) {
    await member.call("PUT /environments/:environment/features/:key/percentage-of-time", {
      ...feature,
      body: { percentage: count, typed: "search" },
    });
  }
  expect(await stream.rest()).toBeLessThan(80);
});

test("a server that stops ends all streams, and opens no more", async () => {
  await using server = await startUi();
  const viewer = await server.page("viewer");
  const stream = await open(server, viewer.cookie);
  await stream.next();
  await stream.next();
  server.hosted.deployment.streams.stop();
  expect(await stream.next()).toBeUndefined();
  expect((await open(server, viewer.cookie)).status).toBe(503);
});
