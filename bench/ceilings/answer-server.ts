/**
 * A bare server with the same answer to every request. The first argument is a file with the status
 * and the headers, the second one with the body. The third is the form: `plain` creates each answer
 * in the usual way; `reading` does so after it has read the JSON in the body of the request.
 */
async function main(headPath: string, bodyPath: string, form: string): Promise<void> {
  const { status, headers }: Head = await Bun.file(headPath).json();
  const bytes = await Bun.file(bodyPath).bytes();
  const body = bytes.length === 0 ? null : bytes;
  const plain = () => new Response(body, { status, headers });
  const handlers: Handlers = {
    plain,
    reading: async (request) => {
      await request.json();
      return plain();
    },
  };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    development: false,
    fetch: handlers[form] ?? handlers.plain,
  });
  console.log(`listening on ${server.url.origin}`);
}

type Handle = (request: Request) => Response | Promise<Response>;

interface Handlers {
  readonly [form: string]: Handle;
  readonly plain: Handle;
}

interface Head {
  readonly status: number;
  readonly headers: Record<string, string>;
}

await main(process.argv[2] ?? "", process.argv[3] ?? "", process.argv[4] ?? "");
