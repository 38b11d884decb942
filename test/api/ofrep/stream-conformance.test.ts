import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { dataOf, EventReader, idOf } from "../../helpers/event-reader.ts";
import { modelled } from "../../helpers/modelled.ts";
import { RefetchEvent, streamUriOf } from "./ofrep-schema.ts";
import { type OfrepServer, ofrepTargets } from "./ofrep-targets.ts";

const someone = { targetingKey: "User;1" };

describe.each(ofrepTargets)("OFREP's stream and tags (%s)", (_name, start) => {
  let server: OfrepServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());

  /** Opens the stream that an evaluation names, as a browser does: with its ticket alone. */
  async function opened(lastId?: string): Promise<EventReader> {
    const { body } = await server.evaluate(null, {});
    const uri = streamUriOf(body);
    const headers = lastId === undefined ? {} : { "last-event-id": lastId };
    return new EventReader(await server.send(uri.slice(uri.indexOf("/v1/")), { headers }));
  }

  test("the ticket of an evaluation opens the stream, which says when to evaluate again", async () => {
    const stream = await opened();
    expect(stream.status).toBe(200);
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    expect(await stream.next()).toBe("retry: 1000");
    expect(await stream.next()).toMatch(/^id: \S+\n: open$/);
    await server.replace({ search: { boolean: true } });
    const event = await stream.next();
    expect(event).toMatch(/^id: \S+\nevent: message\ndata: \{/);
    const { etag, lastModified, type } = modelled(RefetchEvent, dataOf(event));
    const revision = Number(etag?.replaceAll('"', ""));
    expect([type, lastModified]).toEqual(["refetchEvaluation", Math.floor(revision / 1e6)]);
    await stream.close();
    // Who was away evaluates once, whatever was missed; also where that is not known any more.
    await server.replace({ other: { boolean: true } });
    for (const lastId of [idOf(event), "unknown"]) {
      const resumed = await opened(lastId);
      await resumed.next();
      expect(modelled(RefetchEvent, dataOf(await resumed.next())).type).toBe("refetchEvaluation");
      await resumed.close();
    }
  });

  test("a client that has the answer gets 304 until a feature changes", async () => {
    await server.replace({ search: { boolean: true } });
    const first = await server.evaluate(null, { context: someone });
    const kept = { "if-none-match": first.headers.get("etag") ?? "" };
    expect((await server.evaluate(null, { context: someone }, kept)).status).toBe(304);
    await server.replace({ search: {} });
    const second = await server.evaluate(null, { context: someone }, kept);
    expect(second.status).toBe(200);
    expect(second.body).toMatchObject({ flags: [{ key: "search", value: false }] });
  });
});
