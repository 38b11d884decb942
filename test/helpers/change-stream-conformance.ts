import { expect, test } from "bun:test";
import type { ApiClient } from "./api-client.ts";
import { dataOf, EventReader, idOf } from "./event-reader.ts";

export async function openChanges(client: ApiClient, lastId?: string): Promise<EventReader> {
  const headers = lastId === undefined ? {} : { "last-event-id": lastId };
  return new EventReader(await client.send("/stream", { headers }));
}

/** The tests of docs/api.md#change-stream for each way to run a deployment. */
export function defineChangeStream(client: ApiClient): void {
  test("each change of a feature is an event with its key and the revision of the list", async () => {
    const stream = await openChanges(client);
    expect(stream.status).toBe(200);
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
    });
    expect(await stream.next()).toBe("retry: 1000");
    const start = await stream.next();
    expect(start).toEndWith("\n: open");
    await client.gates.post("search", "boolean");
    const event = await stream.next();
    const [list] = await client.features.list();
    expect(dataOf(event)).toEqual({
      revision: Number(list.headers.get("flipper-sync-version")),
      keys: ["search"],
    });
    // A write that changes nothing is no event.
    await client.gates.post("search", "boolean");
    await client.gates.post("other", "actors", { flipper_id: "User;1" });
    const next = await stream.next();
    expect(dataOf(next)).toMatchObject({ keys: ["other"] });
    expect(new Set([idOf(start), idOf(event), idOf(next)]).size).toBe(3);
    await stream.close();
  });

  test("who comes back with the id of an event gets the later ones; with another id a refetch", async () => {
    const stream = await openChanges(client);
    await stream.next();
    const startId = idOf(await stream.next());
    await client.gates.post("a", "boolean");
    const firstId = idOf(await stream.next());
    await stream.close();
    await client.gates.post("b", "boolean");
    await client.gates.post("c", "boolean");
    for (const [lastId, keys] of [
      [firstId, ["b", "c"]],
      [startId, ["a", "b", "c"]],
    ] as const) {
      const resumed = await openChanges(client, lastId);
      await resumed.next();
      const seen: unknown[] = [];
      for (const key of keys) {
        seen.push(dataOf(await resumed.next()));
        expect(seen.at(-1)).toMatchObject({ keys: [key] });
      }
      await resumed.close();
    }
    for (const unknown of ["x", "00000000-1", `${firstId}9999`, `${firstId}.5`, "-1"]) {
      const refetched = await openChanges(client, unknown);
      await refetched.next();
      expect(await refetched.next()).toMatch(/^id: \S+\nevent: refetch\ndata: \{\}$/);
      await client.gates.post("after", "percentage_of_time", {
        percentage: unknown.length % 90,
      });
      expect(dataOf(await refetched.next())).toMatchObject({ keys: ["after"] });
      await refetched.close();
    }
  });

  test("HEAD has no body and opens nothing; other methods are refused", async () => {
    const head = await client.send("/stream", { method: "HEAD" });
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    expect(await head.text()).toBe("");
    for (const method of ["POST", "PUT", "DELETE"]) {
      const [response, body] = await client.call(method, "/stream");
      expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
      expect(body).toMatchObject({ code: "method_not_allowed" });
    }
  });
}
