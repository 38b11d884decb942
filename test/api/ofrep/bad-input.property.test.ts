import { afterAll, expect, test } from "bun:test";
import fc from "fast-check";
import { startHosted } from "../../helpers/hosted-server.ts";
import { runsOf } from "../../helpers/runs.ts";
import { checkedEvaluation } from "./ofrep-schema.ts";
import { flagsPath, hostedOfrep } from "./ofrep-targets.ts";

const numRuns = runsOf(100);

const server = await startHosted();
const ofrep = hostedOfrep(server, server.managerToken);
await ofrep.replace({ search: { actors: ["User;1"] }, on: { boolean: true } });
afterAll(() => server.stop());

const context = fc.record(
  {
    targetingKey: fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue()),
    groups: fc.oneof(fc.array(fc.string()), fc.jsonValue()),
    plan: fc.jsonValue(),
  },
  { requiredKeys: [] },
);
const bodies = fc.oneof(
  fc.record({ context: fc.oneof(context, fc.jsonValue()) }).map((body) => JSON.stringify(body)),
  fc.json(),
  fc.string({ unit: "binary" }),
  fc.uint8Array({ maxLength: 40 }),
);
const keys = fc.oneof(
  fc.constantFrom("search", "on", "%zz", "%ff", "a/b", "..", "%2e%2e", "?x", "search?x=%zz"),
  fc.string({ unit: "binary-ascii", maxLength: 20 }).map(encodeURIComponent),
);
const headers = fc.record(
  {
    "content-type": fc.constantFrom("application/json", "text/plain", "multipart/form-data", "x/"),
    "content-encoding": fc.constantFrom("gzip", "identity", "br"),
    "if-none-match": fc.constantFrom("*", '"x"', "W/", '"'),
    authorization: fc.constantFrom(
      `Bearer ${server.managerToken}`,
      "Bearer",
      "Basic x",
      "Bearer x",
    ),
  },
  { requiredKeys: [] },
);

test("whatever is sent, the answer is one of the protocol, and nothing changes", async () => {
  const { state } = server.deployment.writer;
  await fc.assert(
    fc.asyncProperty(fc.option(keys), bodies, headers, async (key, body, sent) => {
      const path = key === null ? flagsPath : `${flagsPath}/${key}`;
      const request = new Request(`http://localhost/ofrep${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${server.managerToken}`, ...sent },
        body,
      });
      const response = await server.deployment.ofrep.fetch(request);
      expect([200, 304, 400, 401, 404]).toContain(response.status);
      const { pathname } = new URL(request.url);
      if (response.status === 304 || pathname.startsWith(`/ofrep${flagsPath}`)) {
        const isOfOne = pathname.length > `/ofrep${flagsPath}/`.length;
        await checkedEvaluation(response, isOfOne);
      }
    }),
    { numRuns },
  );
  expect(server.deployment.writer.state).toBe(state);
  expect(server.faults).toEqual([]);
});
