/** A message that a receiver got, as it arrived. */
export interface ReceivedMessage {
  readonly headers: Headers;
  readonly body: string;
}

/** A receiver in this process that takes everything, and answers as it is told. */
export function startReceiver(answer: () => Response = () => new Response(null, { status: 204 })) {
  const received: ReceivedMessage[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      received.push({ headers: request.headers, body: await request.text() });
      return answer();
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/`,
    received,
    /** Waits until so many messages have come. */
    async until(count: number): Promise<void> {
      while (received.length < count) {
        await Bun.sleep(10);
      }
    },
    async [Symbol.asyncDispose]() {
      await server.stop(true);
    },
  };
}
