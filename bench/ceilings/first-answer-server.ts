/** The least that a compiled server does: it listens on the port in its first argument. */
Bun.serve({
  hostname: "127.0.0.1",
  port: Number(process.argv[2]),
  fetch: () => new Response("{}"),
});
