/** Forwards everything, with the host name that the browser asked for. */
export function startProxy(target: () => string) {
  return Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    async fetch(request) {
      const { pathname, search, host } = new URL(request.url);
      const headers = new Headers(request.headers);
      headers.set("host", host);
      headers.set("x-forwarded-for", "192.0.2.7");
      // Compressed bytes pass as they are.
      return fetch(target() + pathname + search, {
        method: request.method,
        headers,
        body: request.body,
        redirect: "manual",
        decompress: false,
        signal: request.signal,
      }).catch(() => new Response(null, { status: 502 }));
    },
  });
}
