import { expect, test } from "bun:test";
import { ClientWorld, listAnswer, listed, settled } from "./client-world.ts";

/** A stream of changes whose server is the test. */
class PlayedStream {
  readonly opened: Headers[] = [];
  status = 200;
  isAborted = false;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(world: ClientWorld) {
    world.answers.set("/stream", ({ headers, signal }) => {
      this.opened.push(headers);
      if (this.status !== 200) {
        return new Response("{}", { status: this.status });
      }
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          this.#controller = controller;
          signal?.addEventListener("abort", () => {
            this.isAborted = true;
            controller.error(signal.reason);
          });
        },
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    });
  }

  async send(text: string): Promise<void> {
    this.#controller?.enqueue(new TextEncoder().encode(text));
    await settled();
  }

  async change(id: number, revision: number, keys: readonly string[] | null): Promise<void> {
    await this.send(`id: ${id}\ndata: ${JSON.stringify({ revision, keys })}\n\n`);
  }

  async breakOff(): Promise<void> {
    this.#controller?.error(new Error("The connection was closed"));
    await settled();
  }

  async end(): Promise<void> {
    this.#controller?.close();
    await settled();
  }
}

function started() {
  const world = new ClientWorld();
  const stream = new PlayedStream(world);
  const server = { revision: 1, boolean: false };
  world.answers.set("/features", ({ headers }) => {
    const etag = `"${server.boolean}"`;
    const told = { etag, "flipper-sync-version": String(server.revision) };
    return headers.get("if-none-match") === etag
      ? new Response(null, { status: 304, headers: told })
      : listAnswer([listed("search", { boolean: server.boolean })], told);
  });
  const client = world.client({ stream: true, telemetry: false });
  return { world, stream, server, client };
}

test("a change in the stream is known at once, with one request with the tag", async () => {
  const { world, stream, server, client } = started();
  await client.ready();
  await stream.send("retry: 1000\n\n");
  expect(stream.opened[0]?.get("accept")).toBe("text/event-stream");
  expect(stream.opened[0]?.get("flipper-cloud-token")).toBe("secret");
  expect(stream.opened[0]?.has("last-event-id")).toBeFalse();
  const before = world.sentTo("/features").length;
  Object.assign(server, { revision: 2, boolean: true });
  await stream.change(5, 2, ["search"]);
  expect(client.enabled("search")).toBeTrue();
  expect(world.sentTo("/features").length).toBe(before + 1);
  expect(world.sentTo("/features").at(-1)?.headers.get("if-none-match")).toBe('"false"');
  // A revision that is known already needs no request.
  await stream.change(6, 2, null);
  expect(world.sentTo("/features").length).toBe(before + 1);
  await client.close();
});

test("with a stream the list is asked for every five minutes only", async () => {
  const { world, stream, client } = started();
  await client.ready();
  await settled();
  const before = world.sentTo("/features").length;
  for (let beat = 0; beat < 11; beat++) {
    await world.advance(25_000);
    await stream.send(": heartbeat\n\n");
  }
  expect(world.sentTo("/features").length).toBe(before);
  expect(stream.opened.length).toBe(1);
  await world.advance(25_000);
  expect(world.sentTo("/features").length).toBe(before + 1);
  await client.close();
});

test("events may come in any parts, with any line ends", async () => {
  const { stream, server, client } = started();
  await client.ready();
  Object.assign(server, { revision: 2, boolean: true });
  for (const part of [
    "id",
    ": 7\r\nev",
    "ent: message\r",
    '\ndata: {"revision"',
    ":2}\r\n",
    "\r\n",
  ]) {
    expect(client.enabled("search")).toBeFalse();
    await stream.send(part);
  }
  expect(client.enabled("search")).toBeTrue();
  await client.close();
});

test("a broken stream is opened again where it ended, and the list is asked for", async () => {
  const { world, stream, server, client } = started();
  await client.ready();
  await stream.change(41, 1, ["search"]);
  await stream.end();
  Object.assign(server, { revision: 2, boolean: true });
  await world.advance(499);
  expect(stream.opened.length).toBe(1);
  await world.advance(1);
  expect(stream.opened.length).toBe(2);
  expect(stream.opened[1]?.get("last-event-id")).toBe("41");
  expect(client.enabled("search")).toBeTrue();
  expect(world.errors).toEqual([]);
  await client.close();
});

test("a stream that says nothing for a minute is opened again", async () => {
  const { world, stream, client } = started();
  await client.ready();
  await stream.send(": heartbeat\n\n");
  await world.advance(59_999);
  expect(stream.opened.length).toBe(1);
  await world.advance(501);
  expect(stream.opened.length).toBe(2);
  expect(world.errors).toEqual(["There was no answer in time"]);
  await client.close();
});

test("an event `refetch` asks for the list", async () => {
  const { world, stream, server, client } = started();
  await client.ready();
  await settled();
  const before = world.sentTo("/features").length;
  Object.assign(server, { revision: 2, boolean: true });
  await stream.send("event: refetch\ndata: {}\n\n");
  expect(world.sentTo("/features").length).toBe(before + 1);
  expect(client.enabled("search")).toBeTrue();
  await client.close();
});

test("an answer older than the event is asked for again, at normal intervals", async () => {
  const { world, stream, server, client } = started();
  await client.ready();
  await stream.change(9, 3, ["search"]);
  expect(client.status().revision).toBe(1);
  Object.assign(server, { revision: 3, boolean: true });
  await world.advance(10_000);
  expect(client.enabled("search")).toBeTrue();
  const before = world.sentTo("/features").length;
  await stream.send(": heartbeat\n\n");
  await world.advance(30_000);
  expect(world.sentTo("/features").length).toBe(before);
  await client.close();
});

test.each([404, 405, 501])("where there is no stream (%d) the list is polled", async (status) => {
  const world = new ClientWorld();
  const stream = new PlayedStream(world);
  stream.status = status;
  world.answers.set("/features", () => listAnswer([listed("search")]));
  const client = world.client({ stream: true, telemetry: false });
  await client.ready();
  await world.advance(60_000);
  expect(stream.opened.length).toBe(1);
  expect(world.sentTo("/features").length).toBe(7);
  expect(world.errors).toEqual([]);
  stream.status = 200;
  await world.advance(240_000);
  expect(stream.opened.length).toBe(2);
  await client.close();
});

test("a stream that fails is tried again, less and less often, and the list is polled", async () => {
  const world = new ClientWorld();
  const stream = new PlayedStream(world);
  stream.status = 503;
  world.answers.set("/features", () => listAnswer([listed("search")]));
  const client = world.client({ stream: true, telemetry: false });
  await client.ready();
  const times: number[] = [];
  const start = world.now;
  for (let step = 0; step < 1_000; step++) {
    await world.advance(100);
    while (times.length < stream.opened.length - 1) {
      times.push((world.now - start) / 1_000);
    }
  }
  expect(times).toEqual([0.5, 1.5, 3.5, 7.5, 15.5, 31.5, 61.5, 91.5]);
  expect(world.sentTo("/features").length).toBe(11);
  expect(world.errors).toEqual(["GET /stream was answered with 503"]);
  await client.close();
});

test("streams that break after a while are opened again as soon as those that end", async () => {
  const { world, stream, client } = started();
  await client.ready();
  for (let opened = 1; opened < 9; opened++) {
    for (let minute = 0; minute < 2; minute++) {
      await world.advance(50_000);
      await stream.send(": still here\n\n");
    }
    expect(stream.opened.length).toBe(opened);
    await stream.breakOff();
    await world.advance(1_000);
    expect(stream.opened.length).toBe(opened + 1);
  }
  await client.close();
});

test("a closed client waits for nothing", async () => {
  for (const status of [200, 404, 503]) {
    const { world, stream, client } = started();
    stream.status = status;
    await client.ready();
    await settled();
    await client.close();
    await settled();
    expect([status, world.timerCount]).toEqual([status, 0]);
  }
});

test.each([
  ["data that is no JSON", "data: {\n\n"],
  ["data that is null", "data: null\n\n"],
  ["a line without an end", `data: ${"x".repeat(2_100_000)}`],
])("%s breaks the stream, and nothing else", async (_, text) => {
  const { world, stream, client } = started();
  await client.ready();
  await stream.send(text);
  expect(world.errors.length).toBe(1);
  await world.advance(500);
  expect(stream.opened.length).toBe(2);
  expect(client.status().error).toBeUndefined();
  await client.close();
});

test("the server's delay counts, within a second and a minute", async () => {
  for (const [retry, ms] of [
    ["4000", 2_000],
    ["0", 500],
    ["1e9", 30_000],
  ] as const) {
    const { world, stream, client } = started();
    await client.ready();
    await stream.send(`retry: ${retry}\n\n`);
    await stream.end();
    await world.advance(ms - 1);
    expect(stream.opened.length).toBe(1);
    await world.advance(1);
    expect(stream.opened.length).toBe(2);
    await client.close();
  }
});

test("poll-shutdown ends the stream too", async () => {
  const { world, stream, client } = started();
  await client.ready();
  world.answers.set("/features", () => listAnswer([listed("search")], { "poll-shutdown": "true" }));
  await stream.change(1, 2, null);
  await settled();
  expect(stream.isAborted).toBeTrue();
  await world.advance(10_000_000);
  expect(stream.opened.length).toBe(1);
  expect(world.errors).toEqual([]);
  await client.close();
});
