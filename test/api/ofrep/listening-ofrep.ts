import { type HostedServer, startHosted } from "../../helpers/hosted-server.ts";

/** A hosted server in this process that listens, for the SDKs of OpenFeature. */
export interface ListeningServer extends AsyncDisposable {
  readonly hosted: HostedServer;
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** The requests so far, as `METHOD path status`. */
  readonly requests: string[];
}

export async function startListening(
  options: Parameters<typeof startHosted>[0] = {},
): Promise<ListeningServer> {
  const hosted = await startHosted(options);
  const requests: string[] = [];
  const { api, ofrep } = hosted.deployment;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request, peers) {
      const { pathname } = new URL(request.url);
      const answer = await (pathname.startsWith("/ofrep") ? ofrep : api).fetch(request, peers);
      requests.push(`${request.method} ${pathname} ${answer.status}`);
      return answer;
    },
  });
  return {
    hosted,
    url: `http://127.0.0.1:${server.port}`,
    requests,
    async [Symbol.asyncDispose]() {
      await hosted.stop();
      await server.stop(true);
    },
  };
}
