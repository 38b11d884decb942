import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Gates } from "../../../src/core/evaluation/gates.ts";
import { flagsOf, streamUriOf } from "./ofrep-schema.ts";
import { flagsPath, type OfrepServer, ofrepTargets } from "./ofrep-targets.ts";

/** The features of these tests. */
const features: Readonly<Record<string, Partial<Gates>>> = {
  on: { boolean: true },
  off: {},
  actors: { actors: ["User;1"] },
  groups: { groups: ["staff"] },
  plan: { expression: { Equal: [{ Property: ["plan"] }, "pro"] } },
  "all-actors": { percentageOfActors: 100 },
  "no-actors": { percentageOfActors: 1, actors: ["User;1"] },
  always: { percentageOfTime: 100 },
  mixed: { actors: ["User;9"], percentageOfTime: 100 },
  "a/b": { boolean: true },
  "50% höher ✓": { boolean: true },
  ["__proto__"]: { boolean: true },
};

const someone = { targetingKey: "User;1" };
const other = { targetingKey: "User;2" };

/** A flag, a context, and the members of the answer: value, reason, gate. */
const results: readonly [
  key: string,
  context: Record<string, unknown>,
  value: boolean,
  reason: string,
  gate: string | null,
][] = [
  ["on", someone, true, "STATIC", "boolean"],
  ["on", {}, true, "STATIC", "boolean"],
  ["off", someone, false, "STATIC", null],
  ["off", {}, false, "STATIC", null],
  ["actors", someone, true, "TARGETING_MATCH", "actors"],
  ["actors", other, false, "TARGETING_MATCH", null],
  ["groups", { ...someone, groups: ["staff", "admins"] }, true, "TARGETING_MATCH", "groups"],
  ["groups", { ...someone, groups: "staff" }, false, "TARGETING_MATCH", null],
  ["groups", { ...someone, groups: [1, null, ["staff"]] }, false, "TARGETING_MATCH", null],
  ["plan", { ...someone, plan: "pro" }, true, "TARGETING_MATCH", "expression"],
  ["plan", { ...someone, plan: "free" }, false, "TARGETING_MATCH", null],
  ["plan", {}, false, "TARGETING_MATCH", null],
  ["all-actors", someone, true, "SPLIT", "percentage_of_actors"],
  ["no-actors", { targetingKey: "User;31" }, false, "SPLIT", null],
  ["no-actors", someone, true, "TARGETING_MATCH", "actors"],
  ["always", someone, true, "SPLIT", "percentage_of_time"],
  ["always", {}, true, "SPLIT", "percentage_of_time"],
  ["mixed", {}, true, "SPLIT", "percentage_of_time"],
  ["a/b", someone, true, "STATIC", "boolean"],
  ["50% höher ✓", someone, true, "STATIC", "boolean"],
  ["__proto__", someone, true, "STATIC", "boolean"],
];

const long = "x".repeat(1_025);
/** A body of an evaluation that is refused with 400, and the code of the refusal. */
const refused: readonly [what: string, body: string, errorCode: string][] = [
  ["no JSON", "{", "PARSE_ERROR"],
  ["a text", '"x"', "PARSE_ERROR"],
  ["a list", "[]", "PARSE_ERROR"],
  ["bytes that are not UTF-8", "\u00ff", "PARSE_ERROR"],
  ["JSON that is nested too deeply", `{"context":${"[".repeat(600)}`, "PARSE_ERROR"],
  ["an unpaired surrogate", '{"context":{"targetingKey":"\\ud800"}}', "PARSE_ERROR"],
  ["a context that is a text", '{"context":"x"}', "INVALID_CONTEXT"],
  ["a context that is a list", '{"context":[]}', "INVALID_CONTEXT"],
  ["a targeting key that is a number", '{"context":{"targetingKey":1}}', "INVALID_CONTEXT"],
  ["a targeting key that is an object", '{"context":{"targetingKey":{}}}', "INVALID_CONTEXT"],
  ["a long targeting key", `{"context":{"targetingKey":"${long}"}}`, "INVALID_CONTEXT"],
];

describe.each(ofrepTargets)("OFREP 0.3 (%s)", (_name, start) => {
  let server: OfrepServer;
  beforeAll(async () => {
    server = await start();
    await server.replace(features);
  });
  afterAll(() => server.stop());

  test.each(results)(
    "%s for %j is %p, %s, opened by %p",
    async (key, context, value, reason, gate) => {
      const expected = {
        key,
        value,
        reason,
        variant: value ? "on" : "off",
        metadata: gate === null ? {} : { gate },
      };
      const { status, body } = await server.evaluate(key, { context });
      expect([status, body]).toEqual([200, expected]);
      const bulk = await server.evaluate(null, { context });
      expect(bulk.status).toBe(200);
      expect(bulk.body).toMatchObject({ flags: expect.arrayContaining([expected]) });
    },
  );

  test("all flags are sorted by the bytes of their keys, each once, with the address of events", async () => {
    const { body, headers } = await server.evaluate(null, { context: someone });
    const keys = Object.keys(features).sort((left, right) =>
      Buffer.compare(Buffer.from(left), Buffer.from(right)),
    );
    expect(flagsOf(body).map(({ key }) => key)).toEqual(keys);
    expect(headers.get("etag")).toMatch(/^W\/"[\w-]{20,}"$/);
    expect(body).toMatchObject({ eventStreams: [{ type: "sse", inactivityDelaySec: 120 }] });
    expect(streamUriOf(body)).toMatch(/\/ofrep\/v1\/stream\?ticket=[\w-]+$/);
  });

  test.each(["{}", "", '{"context":{}}', '{"context":null}', '{"context":{"targetingKey":""}}'])(
    "without an actor (%p) a flag that needs one has an error, and the others have values",
    async (body) => {
      const { status, body: failure } = await server.evaluate("actors", body);
      expect([status, failure]).toEqual([
        400,
        {
          key: "actors",
          errorCode: "TARGETING_KEY_MISSING",
          errorDetails: "The feature needs an actor: the context has no targetingKey",
          metadata: {},
        },
      ]);
      const bulk = await server.evaluate(null, body);
      expect(bulk.status).toBe(200);
      const failed = ["actors", "all-actors", "groups", "no-actors"].map((key) =>
        expect.objectContaining({ key, errorCode: "TARGETING_KEY_MISSING" }),
      );
      expect(flagsOf(bulk.body).filter((flag) => "errorCode" in flag)).toEqual(failed);
    },
  );

  test.each(refused)(
    "%s is 400 with its code, for one flag with its key",
    async (_what, body, errorCode) => {
      const bytes = body === "\u00ff" ? new Uint8Array([0x7b, 0xff]) : body;
      for (const key of ["on", "unknown/flag", null]) {
        const path = key === null ? flagsPath : `${flagsPath}/${encodeURIComponent(key)}`;
        const response = await server.send(path, { method: "POST", body: bytes });
        expect(response.status).toBe(400);
        expect(await response.json()).toEqual({
          ...(key === null ? {} : { key }),
          errorCode,
          errorDetails: expect.any(String),
          metadata: {},
        });
      }
    },
  );

  test.each(["unknown", "on/x", "ON", " on", "x".repeat(300), "%"])(
    "the unknown flag %p is 404 with its key, and is not created",
    async (key) => {
      const { status, body } = await server.evaluate(key, { context: someone });
      expect([status, body]).toEqual([
        404,
        {
          key: key.slice(0, 255),
          errorCode: "FLAG_NOT_FOUND",
          errorDetails: expect.stringContaining("There is no feature"),
          metadata: {},
        },
      ]);
      const { body: all } = await server.evaluate(null, { context: someone });
      expect(flagsOf(all)).toHaveLength(Object.keys(features).length);
    },
  );

  test("keys are decoded once, with or without escaped slashes", async () => {
    for (const path of ["a%2Fb", "a/b", "50%25%20h%C3%B6her%20%E2%9C%93"]) {
      const response = await server.send(`${flagsPath}/${path}`, { method: "POST" });
      expect([path, response.status]).toEqual([path, 200]);
    }
    const twice = await server.send(`${flagsPath}/a%252Fb`, { method: "POST" });
    expect([twice.status, await twice.json()]).toMatchObject([404, { key: "a%2Fb" }]);
    const bad = await server.send(`${flagsPath}/%zz`, { method: "POST" });
    expect([bad.status, await bad.json()]).toMatchObject([400, { errorCode: "PARSE_ERROR" }]);
    const all = await server.send(`${flagsPath}/`, { method: "POST" });
    expect(all.status).toBe(200);
  });

  test("a body of any media type is read as JSON, also compressed; a large one is 413", async () => {
    const body = JSON.stringify({ context: someone });
    for (const type of ["application/json; charset=utf-8", "text/plain", "x"]) {
      const { status } = await server.evaluate("actors", body, { "content-type": type });
      expect(status).toBe(200);
    }
    const compressed = await server.send(`${flagsPath}/actors`, {
      method: "POST",
      headers: { "content-encoding": "gzip" },
      body: Bun.gzipSync(body),
    });
    expect(await compressed.json()).toMatchObject({ value: true });
    const large = `{"context":{"x":"${"x".repeat(64 * 1024)}"}}`;
    for (const key of ["on", null]) {
      const { status, body: failure } = await server.evaluate(key, large);
      expect([status, failure]).toMatchObject([413, { errorCode: "GENERAL" }]);
    }
  });

  test("query parameters are accepted, as those of a client that was told of a change", async () => {
    for (const query of [
      "flagConfigEtag=%22123%22&flagConfigLastModified=1771622898",
      "flagConfigLastModified=2026-02-20T21:28:18Z",
      "flagConfigEtag=a&flagConfigEtag=b&x[]=%zz",
    ]) {
      const response = await server.send(`${flagsPath}?${query}`, { method: "POST" });
      expect([query, response.status]).toEqual([query, 200]);
    }
  });

  test("a list of flags in the context filters nothing: the protocol has no filter", async () => {
    const { body } = await server.evaluate(null, { context: { ...someone, flags: ["on"] } });
    expect(flagsOf(body)).toHaveLength(Object.keys(features).length);
  });

  test("other methods are 405, and other paths 404, with an error of the protocol's form", async () => {
    for (const [method, path, status, allow] of [
      ["GET", flagsPath, 405, "POST"],
      ["PUT", `${flagsPath}/on`, 405, "POST"],
      ["DELETE", "/v1/stream", 405, "GET, HEAD"],
      ["GET", "/v1/configuration", 404, null],
      ["POST", "/v1", 404, null],
      ["POST", "/v2/evaluate/flags", 404, null],
    ] as const) {
      const response = await server.send(path, { method });
      expect([method, path, response.status, response.headers.get("allow")]).toEqual([
        method,
        path,
        status,
        allow,
      ]);
      expect(await response.json()).toMatchObject({ errorCode: "GENERAL" });
    }
  });
});
