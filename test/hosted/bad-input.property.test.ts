import { afterAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { seeded } from "../fuzz/seed.ts";
import { RefusalModel } from "../helpers/answer.ts";
import { jsonType } from "../helpers/api-client.ts";
import { created } from "../helpers/hosted-client.ts";
import { hostedPrefix, startHosted } from "../helpers/hosted-server.ts";
import { modelled } from "../helpers/modelled.ts";
import { runsOf } from "../helpers/runs.ts";

/*
 * Sends invalid input to every route of the server. It must be refused in JSON with the right code,
 * and change nothing.
 */
const runs = runsOf(10);
const timeoutMs = 180_000 + runs * 200;

const server = await startHosted({ hasTelemetry: true });
afterAll(() => server.stop());
const { manager, deployment } = server;
await manager.gates.post("search", "boolean");
const { environment } = created(await manager.environments.create("preview"));

const routes = deployment.api.app.routes
  .map(({ method, path }) => ({ method, path: path.slice(hostedPrefix.length) }))
  // It is refused for its missing id before the body is read.
  .filter(({ method, path }) => `${method} ${path}` !== "DELETE /environments");
const writes = routes.filter(({ method }) => method !== "GET");
const isBodyRead = ({ method, path }: (typeof writes)[number]) =>
  method === "POST" || path.endsWith("/groups") || path.endsWith("/actors");

function filled(path: string, parameter?: string): string {
  return path.replace(/:(\w+)/, (_, name: string) => parameter ?? goodParameters[name] ?? "x");
}

const goodParameters: Readonly<Record<string, string>> = {
  feature_name: "search",
  flipper_id: "User;1",
  id: String(environment.id),
};

interface Bad {
  readonly method: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

async function expectRefused(bad: Bad, codes: readonly (number | string)[]): Promise<void> {
  const before = deployment.writer.state;
  const [response, body] = await manager.call(bad.method, bad.path, {
    body: bad.body ?? null,
    headers: bad.headers ?? {},
  });
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
  expect(codes).toContain(modelled(RefusalModel, body).code);
  expect(deployment.writer.state).toBe(before);
}

const utf8 = (text: string) => new TextEncoder().encode(text);
const document = fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value));

/** JSON that ends before it is complete. */
const cut = fc
  .tuple(document, fc.nat())
  .map(([text, at]) => utf8(text.slice(0, 1 + (at % (text.length - 1)))));
const notObject = fc
  .oneof(fc.array(fc.jsonValue()), fc.integer(), fc.string(), fc.boolean())
  .map((value) => utf8(JSON.stringify(value)));
/** A string that contains a byte that UTF-8 never has. */
const notUtf8 = fc
  .tuple(fc.string(), fc.integer({ min: 0xf8, max: 0xff }))
  .map(([text, byte]) =>
    Uint8Array.from([
      ...utf8(`{${JSON.stringify(`name${text}`).slice(0, -1)}`),
      byte,
      ...utf8('":1}'),
    ]),
  );
const halfGzip = fc.tuple(document, fc.nat()).map(([text, at]) => {
  const whole = Bun.gzipSync(utf8(text));
  return whole.slice(0, 1 + (at % (whole.length - 1)));
});
const notGzip = fc
  .uint8Array({ minLength: 1, maxLength: 50 })
  .map((bytes) => Uint8Array.from([0, ...bytes]));
const otherEncoding = fc.constantFrom("br", "deflate", "zstd", "gzip, gzip", "x");
const otherType = fc.constantFrom(
  "text/plain",
  "multipart/form-data; boundary=x",
  "image/png",
  "x",
);
const badEscape = fc.constantFrom(
  "%",
  "%z",
  "%zz",
  "%0",
  "%ff",
  "%C3%28",
  "%ED%A0%80",
  "%c0%af",
  "a%",
);

const undecodable = [8, 6];
const bodies: [
  title: string,
  input: fc.Arbitrary<Omit<Bad, "method" | "path">>,
  codes: (number | string)[],
][] = [
  ["JSON that is cut off", cut.map((body) => ({ body, headers: jsonType })), undecodable],
  [
    "JSON that is not an object",
    notObject.map((body) => ({ body, headers: jsonType })),
    undecodable,
  ],
  ["bytes that are not UTF-8", notUtf8.map((body) => ({ body, headers: jsonType })), undecodable],
  [
    "gzip that is cut off",
    halfGzip.map((body) => ({ body, headers: { ...jsonType, "content-encoding": "gzip" } })),
    undecodable,
  ],
  [
    "bytes that are not gzip",
    notGzip.map((body) => ({ body, headers: { ...jsonType, "content-encoding": "gzip" } })),
    undecodable,
  ],
  [
    "an unknown encoding",
    otherEncoding.map((encoding) => ({
      body: utf8("{}"),
      headers: { ...jsonType, "content-encoding": encoding },
    })),
    undecodable,
  ],
  [
    "an unknown media type",
    fc.tuple(document, otherType).map(([text, type]) => ({
      body: utf8(text),
      headers: { "content-type": type },
    })),
    ["media_type_unsupported"],
  ],
];

describe.each(bodies)("%s", (_title, bad, codes) => {
  test(
    "is refused by every write that reads a body",
    async () => {
      const reading = fc.constantFrom(...writes.filter(isBodyRead));
      await fc.assert(
        fc.asyncProperty(reading, bad, async ({ method, path }, rest) => {
          await expectRefused({ method, path: filled(path), ...rest }, codes);
        }),
        { numRuns: runs, ...seeded },
      );
    },
    timeoutMs,
  );

  test(
    "is not judged by a DELETE without parameters",
    async () => {
      const ignoring = fc.constantFrom(...writes.filter((route) => !isBodyRead(route)));
      await fc.assert(
        fc.asyncProperty(ignoring, bad, async ({ method, path }, { headers, body }) => {
          // Another environment, as the one of the other tests must stay.
          const doomed = created(await manager.environments.create("doomed")).environment.id;
          const target = path === "/environments/:id" ? String(doomed) : undefined;
          const [response] = await manager.call(method, filled(path, target), {
            body: body ?? null,
            headers: headers ?? {},
          });
          expect([200, 204]).toContain(response.status);
          await manager.environments.delete(doomed);
          await manager.gates.post("search", "boolean");
        }),
        { numRuns: runs, ...seeded },
      );
    },
    timeoutMs,
  );
});

test(
  "a bad escape in the query is refused by every route",
  async () => {
    const query = fc.tuple(fc.constantFrom("", "keys=", "name=", "x=", "a=1&"), badEscape);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...routes), query, async ({ method, path }, [name, bad]) => {
        await expectRefused({ method, path: `${filled(path)}?${name}${bad}` }, [8]);
      }),
      { numRuns: runs * 3, ...seeded },
    );
  },
  timeoutMs,
);

test(
  "a bad escape in the path is refused by every route",
  async () => {
    const name = fc
      .tuple(fc.constantFrom("", "a", "%41", "a/b"), badEscape)
      .map((parts) => parts.join(""));
    const named = routes.filter(({ path }) => path.includes(":"));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...named), name, async ({ method, path }, parameter) => {
        await expectRefused({ method, path: filled(path, parameter) }, [8]);
      }),
      { numRuns: runs * 2, ...seeded },
    );
  },
  timeoutMs,
);

test(
  "a name that POST /features would change or refuse is refused by every write to it",
  async () => {
    const invisible = fc.constantFrom("\u200b", "\u00ad", "\u0000", "\u2800", " ", "\n", "\u3000");
    const name = fc.oneof(
      fc.tuple(fc.string({ unit: "grapheme" }), invisible).map(([text, last]) => text + last),
      fc.constant("x".repeat(256)),
    );
    const named = writes.filter(({ path }) => path.includes(":feature_name"));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...named), name, async ({ method, path }, parameter) => {
        await expectRefused({ method, path: filled(path, encodeURIComponent(parameter)) }, [5]);
      }),
      { numRuns: runs * 2, ...seeded },
    );
  },
  timeoutMs,
);
