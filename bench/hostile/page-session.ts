import type { Gatehouse } from "../gatehouse.ts";
import { NotMeasurable } from "./attack.ts";

const password = "a passphrase for benchmarks only";
const apiPath = "/admin/v1";

/** The web UI's own API, for a person who is signed in. */
export class PageSession {
  readonly #cookie: string;

  private constructor(cookie: string) {
    this.#cookie = cookie;
  }

  /** Signs a new viewer in. */
  static async ofViewer(server: Gatehouse): Promise<PageSession> {
    const printed = await server.command(
      ...["member", "add", "viewer@example.com", "--name", "Viewer", "--role", "viewer"],
    );
    const code = printed.match(/#([\w-]+)/)?.[1];
    const body = JSON.stringify({ code, password });
    const answer = await fetch(`${server.origin}${apiPath}/set-up`, {
      method: "POST",
      headers: writeHeaders(server),
      body,
    });
    const cookie = answer.headers.get("set-cookie")?.split(";")[0];
    if (!answer.ok || cookie === undefined) {
      throw new NotMeasurable(`preparing it: POST set-up was answered ${answer.status}`);
    }
    return new PageSession(cookie);
  }

  /** The URL of a route, and how to send a request to it. */
  request(server: Gatehouse, path: string, body?: unknown): readonly [string, RequestInit] {
    const cookie = { cookie: this.#cookie };
    const init: RequestInit =
      body === undefined
        ? { headers: cookie }
        : {
            method: "POST",
            headers: { ...cookie, ...writeHeaders(server) },
            body: JSON.stringify(body),
          };
    return [`${server.origin}${apiPath}${path}`, init];
  }
}

function writeHeaders(server: Gatehouse) {
  return { "content-type": "application/json", origin: server.origin };
}
