/**
 * A bare server that gives every request one and the same answer: its first argument, a file, has
 * the status and the headers, its second the body. The third tells how an answer gets its body:
 * `shared` is the fastest that Bun.serve allows a handler whose bytes never change, `made` the
 * fastest for one whose bytes are new each time.
 */
async function main(headPath: string, bodyPath: string, form: string): Promise<void> {
  const { status, headers }: Head = await Bun.file(headPath).json();
  const text = await Bun.file(bodyPath).text();
  const bytes = await Bun.file(bodyPath).bytes();
  const shared = bytes.length === 0 ? null : new Blob([bytes]);
  const init = { status, headers: new Headers(headers) };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    development: false,
    fetch: form === "made" ? () => new Response(text, init) : () => new Response(shared, init),
  });
  console.log(`listening on ${server.url.origin}`);
}

interface Head {
  readonly status: number;
  readonly headers: Record<string, string>;
}

await main(process.argv[2] ?? "", process.argv[3] ?? "", process.argv[4] ?? "");
