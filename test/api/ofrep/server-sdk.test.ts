import { expect, test } from "bun:test";
import { OFREPProvider } from "@openfeature/ofrep-provider";
import { type EvaluationContext, OpenFeature } from "@openfeature/server-sdk";
import { OFREPApi, OFREPApiTooManyRequestsError, OFREPApiUnauthorizedError } from "ofrep-core-2";
import { RequestTrace } from "../../../src/http/routing/request-trace.ts";
import { callerAdmission } from "../../../src/server/caller-admission.ts";
import { type ListeningServer, startListening } from "./listening-ofrep.ts";

/** The features of these tests. */
const features = {
  on: { boolean: "true" },
  off: {},
  one: { actors: ["User;1"] },
  staff: { groups: ["staff"] },
  pro: { expression: { Equal: [{ Property: ["plan"] }, "pro"] } },
  half: { percentage_of_actors: 50 },
  "a/b ü": { boolean: "true" },
};

async function start(): Promise<ListeningServer> {
  const server = await startListening();
  const [imported] = await server.hosted.manager.import(features);
  expect(imported.status).toBe(204);
  return server;
}

test("the server SDK evaluates by configuration alone", async () => {
  await using server = await start();
  const token = await server.hosted.newToken({ access: "evaluate" });
  const provider = new OFREPProvider({
    baseUrl: server.url,
    headers: [["Authorization", `Bearer ${token}`]],
  });
  await OpenFeature.setProviderAndWait("ofrep-test", provider);
  const client = OpenFeature.getClient("ofrep-test");
  const someone = { targetingKey: "User;1" };
  const rows: [string, EvaluationContext, boolean, string, string?][] = [
    ["on", someone, true, "STATIC", "boolean"],
    ["on", {}, true, "STATIC", "boolean"],
    ["off", someone, false, "STATIC"],
    ["one", someone, true, "TARGETING_MATCH", "actors"],
    ["one", { targetingKey: "User;2" }, false, "TARGETING_MATCH"],
    ["staff", { ...someone, groups: ["staff"] }, true, "TARGETING_MATCH", "groups"],
    ["pro", { ...someone, plan: "pro" }, true, "TARGETING_MATCH", "expression"],
    ["a/b ü", someone, true, "STATIC", "boolean"],
  ];
  for (const [key, context, value, reason, gate] of rows) {
    const details = await client.getBooleanDetails(key, !value, context);
    expect(details).toMatchObject({ flagKey: key, value, reason, variant: value ? "on" : "off" });
    expect<unknown>(details.flagMetadata.gate).toBe(gate);
  }
  for (const [key, context, errorCode] of [
    ["one", {}, "TARGETING_KEY_MISSING"],
    ["unknown", someone, "FLAG_NOT_FOUND"],
    ["one", { targetingKey: "x".repeat(2_000) }, "INVALID_CONTEXT"],
  ] as const) {
    const details = await client.getBooleanDetails(key, true, context);
    expect(details).toMatchObject({ value: true, reason: "ERROR", errorCode });
  }
  // A value of another type is refused by the client.
  const text = await client.getStringDetails("on", "default", someone);
  expect(text).toMatchObject({ value: "default", errorCode: "TYPE_MISMATCH" });
  await OpenFeature.close();
});

function apiOf(server: ListeningServer, token: string): OFREPApi {
  return new OFREPApi({ baseUrl: server.url, headers: [["X-API-Key", token]] });
}

test("the protocol's client of version 2 reads every answer", async () => {
  await using server = await start();
  const api = apiOf(server, server.hosted.managerToken);
  const context = { targetingKey: "User;1" };
  const one = await api.postEvaluateFlag("one", { context });
  expect(one.httpStatus).toBe(200);
  expect(one.value).toMatchObject({ key: "one", value: true, variant: "on" });
  for (const [key, request, status, errorCode] of [
    ["unknown", { context }, 404, "FLAG_NOT_FOUND"],
    ["one", {}, 400, "TARGETING_KEY_MISSING"],
    ["one", { context: { targetingKey: "x".repeat(2_000) } }, 400, "INVALID_CONTEXT"],
  ] as const) {
    const { httpStatus, value } = await api.postEvaluateFlag(key, request);
    expect([httpStatus, value]).toMatchObject([status, { key, errorCode }]);
  }
  const all = await api.postBulkEvaluateFlags({ context });
  expect(all.httpStatus).toBe(200);
  expect(all.value).toMatchObject({ flags: expect.any(Array), eventStreams: [{ type: "sse" }] });
  const etag = all.httpResponse?.headers.get("etag") ?? "";
  expect((await api.postBulkEvaluateFlags({ context }, etag)).httpStatus).toBe(304);
  await server.hosted.manager.features.create("new");
  const changed = { flagConfigEtag: '"1"', flagConfigLastModified: 1 };
  expect((await api.postBulkEvaluateFlags({ context }, etag, changed)).httpStatus).toBe(200);
});

test("it sees why it is refused: a wrong token, and a rate limit with the time to wait", async () => {
  const clock = { ms: 0 };
  const onCaller = callerAdmission({
    trace: new RequestTrace(),
    tokenRate: { perSecond: 0.1, burst: 20 },
    nowMs: () => clock.ms,
  });
  await using server = await startListening({ watch: { onCaller } });
  const wrong = apiOf(server, "wrong");
  expect(wrong.postBulkEvaluateFlags({})).rejects.toBeInstanceOf(OFREPApiUnauthorizedError);
  expect(wrong.postEvaluateFlag("on", {})).rejects.toBeInstanceOf(OFREPApiUnauthorizedError);
  const api = apiOf(server, server.hosted.managerToken);
  const refused: unknown[] = [];
  for (let attempt = 0; attempt < 30; attempt++) {
    await api.postBulkEvaluateFlags({}).catch((error: unknown) => refused.push(error));
  }
  expect(refused).toHaveLength(10);
  for (const error of refused) {
    if (!(error instanceof OFREPApiTooManyRequestsError)) {
      throw error;
    }
    expect(error.retryAfterSeconds).toBe(10);
  }
});

test("a fault of the server is an error of the protocol, for one flag and for all", async () => {
  let isFaulty = false;
  const onCaller = () => {
    if (isFaulty) {
      throw new Error("a fault of this test");
    }
  };
  await using server = await startListening({ watch: { onCaller } });
  const api = apiOf(server, server.hosted.managerToken);
  isFaulty = true;
  for (const { httpStatus, value } of [
    await api.postEvaluateFlag("on", {}),
    await api.postBulkEvaluateFlags({}),
  ]) {
    expect([httpStatus, value]).toMatchObject([500, { errorCode: "GENERAL" }]);
    expect(JSON.stringify(value)).not.toContain("of this test");
  }
  expect(server.hosted.faults.splice(0)).toHaveLength(2);
});
