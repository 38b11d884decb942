import type { Random } from "./random.ts";
import {
  names,
  pathParts,
  plainNames,
  randomBody,
  randomForm,
  suitedBody,
} from "./random-content.ts";

/** A request as bytes would carry it: the target may be no URL, a value no header. */
export interface WireRequest {
  readonly method: string;
  /** What stands in the request line, Latin-1. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array<ArrayBuffer> | null;
}

export interface Surface {
  /** What stands before every route. */
  readonly prefix: string;
  /** Headers that let a request in, and some that do not. */
  readonly credentials: readonly Readonly<Record<string, string>>[];
}

const methods = ["GET", "POST", "DELETE", "HEAD", "PUT", "PATCH", "OPTIONS"];
const put = ["POST", "DELETE"];

/** Each route with the methods that suit it and a parameter that its writes need. */
const routes: readonly (readonly [path: string, suited: readonly string[], needs?: string])[] = [
  ["/features", ["GET", "POST"], "name"],
  ["/features/:name", ["GET", "DELETE"]],
  ["/features/:name/clear", ["DELETE"]],
  ["/features/:name/boolean", put],
  ["/features/:name/groups", put, "name"],
  ["/features/:name/actors", put, "flipper_id"],
  ["/features/:name/percentage_of_actors", put, "percentage"],
  ["/features/:name/percentage_of_time", put, "percentage"],
  ["/features/:name/expression", put, "Equal"],
  ["/actors/:name", ["GET"]],
  ["/import", ["POST"], "features"],
  ["/environments", ["POST"], "name"],
  ["/environments/:name", ["DELETE"]],
  ["/audits", ["GET"]],
  ["/telemetry", ["POST"], "request_id"],
  ["/telemetry/summary", ["GET"]],
];
const oddPaths = "|/|//features|/features/|/actors/|/FEATURES|/features/a/|/..;/features".split(
  "|",
);
const otherHeaders: readonly (readonly [string, readonly string[]])[] = [
  ["accept", ["*/*", "text/html", ""]],
  ["accept-encoding", ["gzip", "gzip;q=0", "*", "br", "gzip;q=x", ","]],
  ["if-none-match", ["*", '"x"', "W/", '"', ", ,", '"x'.repeat(500)]],
  ["authorization", ["Basic Og==", "Basic %%%", "Bearer x"]],
  ["x-http-method-override", ["DELETE"]],
  ["content-encoding", ["gzip", "identity", "br", "gzip, gzip", ""]],
  ["range", ["bytes=0-1"]],
  ["cookie", ["__proto__=1; a=%zz"]],
  ["expect", ["x"]],
  ["origin", ["http://evil.example"]],
];

export function randomRequest(random: Random, surface: Surface): WireRequest {
  const [path, suited, needs] = random.pick(routes);
  const method = random.once(5) ? random.pick(methods) : random.pick(suited);
  const body = bodyFor(random, needs);
  return {
    method,
    target: randomTarget(random, surface.prefix, path),
    headers: [
      ...Object.entries(random.pick(surface.credentials)),
      ...(body === null ? [] : body.headers),
      ...(random.once(3) ? [randomHeader(random)] : []),
    ],
    body: body === null || method === "GET" || method === "HEAD" ? null : body.bytes,
  };
}

/** Half of the time what the route asks for, so that the server's state moves. */
function bodyFor(random: Random, needs: string | undefined) {
  if (random.once(2)) {
    return random.once(2) ? null : randomBody(random);
  }
  return needs === undefined ? null : suitedBody(random, needs);
}

function randomHeader(random: Random): readonly [string, string] {
  const [name, some] = random.pick(otherHeaders);
  return [
    name,
    random.once(5)
      ? random.binaryText(20).replace(/[^\t\x20-\x7e\x80-\xff]/g, "")
      : random.pick(some),
  ];
}

function randomTarget(random: Random, prefix: string, route: string): string {
  const name = random.pick(random.once(2) ? plainNames : names);
  const path = random.once(15)
    ? random.pick(oddPaths)
    : route.replace(":name", () => inPath(random, name));
  const whole = random.once(30)
    ? random.pick(["", "/", "/healthz", "/swagger", prefix])
    : prefix + path;
  const target = random.once(10) ? damaged(random, whole) : whole;
  return random.once(3) ? `${target}?${randomForm(random)}` : target;
}

function inPath(random: Random, name: string): string {
  const escaped = encodeURIComponent(name);
  switch (random.below(6)) {
    case 0:
      return escaped.replaceAll("%2F", "/");
    case 1:
      return escaped.toLowerCase();
    case 2:
      // As it is, UTF-8 bytes and all, but for what would end the request line.
      return Buffer.from(name.replace(/[\s\0]/g, ""), "utf8").toString("latin1");
    default:
      return escaped;
  }
}

/** With something in it that should not be there. */
function damaged(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  const part = random.once(4)
    ? random.binaryText(4).replace(/[\s\0]/g, "")
    : random.pick(pathParts);
  return text.slice(0, at) + Buffer.from(part, "utf8").toString("latin1") + text.slice(at);
}
