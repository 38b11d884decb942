import type { Random } from "./random.ts";
import {
  names,
  pathParts,
  plainNames,
  randomBody,
  randomForm,
  validBody,
} from "./random-content.ts";

/** A request that may be invalid: its target may not be a URL, its values not header values. */
export interface RawRequest {
  readonly method: string;
  /** The target in the request line, in Latin-1. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array<ArrayBuffer> | null;
}

export interface ApiAccess {
  /** The prefix of every route. */
  readonly prefix: string;
  /** Headers with valid and with invalid credentials. */
  readonly credentials: readonly Readonly<Record<string, string>>[];
}

const methods = ["GET", "POST", "DELETE", "HEAD", "PUT", "PATCH", "OPTIONS"];
const put = ["POST", "DELETE"];

/** Each route with its methods and a parameter that its writes need. */
const routes: readonly (readonly [
  path: string,
  routeMethods: readonly string[],
  parameter?: string,
])[] = [
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

export function randomRequest(random: Random, access: ApiAccess): RawRequest {
  const [path, routeMethods, parameter] = random.pick(routes);
  const method = random.oneIn(5) ? random.pick(methods) : random.pick(routeMethods);
  const body = bodyFor(random, parameter);
  return {
    method,
    target: randomTarget(random, access.prefix, path),
    headers: [
      ...Object.entries(random.pick(access.credentials)),
      ...(body === null ? [] : body.headers),
      ...(random.oneIn(3) ? [randomHeader(random)] : []),
    ],
    body: body === null || method === "GET" || method === "HEAD" ? null : body.bytes,
  };
}

/** Half of the bodies are valid for the route, so that the server's state changes. */
function bodyFor(random: Random, parameter: string | undefined) {
  if (random.oneIn(2)) {
    return random.oneIn(2) ? null : randomBody(random);
  }
  return parameter === undefined ? null : validBody(random, parameter);
}

function randomHeader(random: Random): readonly [string, string] {
  const [name, some] = random.pick(otherHeaders);
  return [
    name,
    random.oneIn(5)
      ? random.binaryText(20).replace(/[^\t\x20-\x7e\x80-\xff]/g, "")
      : random.pick(some),
  ];
}

function randomTarget(random: Random, prefix: string, route: string): string {
  const name = random.pick(random.oneIn(2) ? plainNames : names);
  const path = random.oneIn(15)
    ? random.pick(oddPaths)
    : route.replace(":name", () => inPath(random, name));
  const whole = random.oneIn(30)
    ? random.pick(["", "/", "/healthz", "/swagger", prefix])
    : prefix + path;
  const target = random.oneIn(10) ? damaged(random, whole) : whole;
  return random.oneIn(3) ? `${target}?${randomForm(random)}` : target;
}

function inPath(random: Random, name: string): string {
  const escaped = encodeURIComponent(name);
  switch (random.below(6)) {
    case 0:
      return escaped.replaceAll("%2F", "/");
    case 1:
      return escaped.toLowerCase();
    case 2:
      // Unescaped UTF-8 bytes, without characters that would end the target.
      return Buffer.from(name.replace(/[\s\0]/g, ""), "utf8").toString("latin1");
    default:
      return escaped;
  }
}

/** Returns the text with an invalid part inserted at a random place. */
function damaged(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  const part = random.oneIn(4)
    ? random.binaryText(4).replace(/[\s\0]/g, "")
    : random.pick(pathParts);
  return text.slice(0, at) + Buffer.from(part, "utf8").toString("latin1") + text.slice(at);
}
