import { hostedPrefix, startHosted } from "../helpers/hosted-server.ts";

/** A server with the public routes alone, as Flipper Cloud is one. */
export interface FlipperCloud {
  /** Its address, without the path of the API. */
  readonly url: string;
  readonly token: string;
  /** The paths that were asked for, with their methods. */
  readonly asked: string[];
  stop(): Promise<void>;
}

const notFound = "<!doctype html><html><body>The page was not found</body></html>";

export async function startFlipperCloud(): Promise<FlipperCloud> {
  const hosted = await startHosted({ hasTelemetry: true });
  const { fetch } = hosted.deployment.api;
  const asked: string[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url);
      asked.push(`${request.method} ${pathname}`);
      const isKnown =
        pathname.startsWith(`${hostedPrefix}/`) &&
        !pathname.startsWith(`${hostedPrefix}/gatehouse/`);
      return isKnown
        ? fetch(request)
        : new Response(notFound, { status: 404, headers: { "content-type": "text/html" } });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    token: hosted.managerToken,
    asked,
    async stop() {
      await server.stop(true);
      await hosted.stop();
    },
  };
}
