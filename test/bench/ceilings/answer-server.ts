/**
 * A bare server that gives every request one and the same answer: its first argument, a file, has
 * the status and the headers, its second the body. The third tells how: `plain` makes each answer
 * as anyone would write it, `shared` keeps ready what can be, and is the fastest that Bun.serve
 * allows a handler.
 */
async function main(headPath: string, bodyPath: string, form: string): Promise<void> {
  const { status, headers }: Head = await Bun.file(headPath).json();
  const bytes = await Bun.file(bodyPath).bytes();
  const [body, shared] = bytes.length === 0 ? [null, null] : [bytes, new Blob([bytes])];
  const init = { status, headers: new Headers(headers) };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    development: false,
    fetch:
      form === "plain"
        ? () => new Response(body, { status, headers })
        : () => new Response(shared, init),
  });
  console.log(`listening on ${server.url.origin}`);
}

interface Head {
  readonly status: number;
  readonly headers: Record<string, string>;
}

await main(process.argv[2] ?? "", process.argv[3] ?? "", process.argv[4] ?? "");
