/** Returns a port of 127.0.0.1 that is free now, for programs that cannot choose one themselves. */
export async function freePort(): Promise<number> {
  const probe = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const { port = 0 } = probe;
  await probe.stop(true);
  return port;
}
