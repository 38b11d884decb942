/**
 * A bare server of server-sent events: a POST sends one event to all streams at once, and does nothing
 * else.
 */
const encoder = new TextEncoder();
const streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
const headers = { "content-type": "text/event-stream" };
let count = 0;

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  development: false,
  idleTimeout: 0,
  fetch(request) {
    if (request.method === "POST") {
      count++;
      const event = encoder.encode(`id: ${count}\ndata: {"revision":${count},"keys":["a"]}\n\n`);
      for (const controller of streams) {
        controller.enqueue(event);
      }
      return new Response("{}");
    }
    let opened: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(encoder.encode("retry: 1000\n\n: open\n\n"));
        streams.add(controller);
        opened = controller;
      },
      cancel() {
        if (opened !== undefined) {
          streams.delete(opened);
        }
      },
    });
    return new Response(body, { headers });
  },
});
console.log(`listening on ${server.url.origin}`);
