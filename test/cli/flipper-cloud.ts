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

const page = (status: number) =>
  new Response("<!doctype html><html><body>A page</body></html>", {
    status,
    headers: { "content-type": "text/html" },
  });

/** What such a server may answer outside its API, where another application can be. */
export const otherAnswers = {
  "a missing page": () => page(404),
  "a page": () => page(200),
  "an empty object": () => Response.json({}),
  "another sign-in": () => page(401),
  "a refusal": () => Response.json({ error: "Forbidden" }, { status: 403 }),
  "a redirect": () => Response.redirect("/login"),
};
export type OtherAnswer = keyof typeof otherAnswers;

export async function startFlipperCloud(
  otherAnswer: OtherAnswer = "a missing page",
): Promise<FlipperCloud> {
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
      return isKnown ? fetch(request) : otherAnswers[otherAnswer]();
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
