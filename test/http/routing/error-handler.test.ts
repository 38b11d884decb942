import { expect, test } from "bun:test";
import { errorResponse } from "../../../src/api/common/errors/error-response.ts";
import { GatehouseError } from "../../../src/core/errors.ts";
import { createErrorHandler } from "../../../src/http/routing/error-handler.ts";

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function refusing() {
  const faults: { error: unknown; requestId: string }[] = [];
  const refuse = createErrorHandler({
    context: {
      docsUrl: "/swagger",
      onFault: (error, requestId = "none") => faults.push({ error, requestId }),
    },
    writeRefusal: errorResponse,
    routes: () => [],
    guard: () => undefined,
  });
  return { faults, refuse };
}

function request(headers: Record<string, string> = {}): Request {
  return new Request("http://x.example/features", { headers });
}

test("the answer to a fault has the request's own id and no details of the error", async () => {
  const { faults, refuse } = refusing();
  const fault = new Error("secret at /srv/gatehouse.db line 3", { cause: new Error("deeper") });
  const response = refuse(fault, request({ "x-request-id": "abc.1" }));
  expect(response.status).toBe(500);
  expect(response.headers.get("x-request-id")).toBe("abc.1");
  expect(await response.json()).toEqual({
    code: "internal",
    message: "Internal error, request abc.1",
    more_info: "/swagger",
  });
  expect(faults).toEqual([{ error: fault, requestId: "abc.1" }]);
});

test.each([
  ["none", {}],
  ["an invalid one", { "x-request-id": "<b>" }],
])("a fault gets a new id if the request has %s", async (_, headers: Record<string, string>) => {
  const { faults, refuse } = refusing();
  const response = refuse(new Error("x"), request(headers));
  const id = response.headers.get("x-request-id") ?? "";
  expect(id).toMatch(uuid);
  expect(await response.json()).toMatchObject({ message: `Internal error, request ${id}` });
  expect(faults.map(({ requestId }) => requestId)).toEqual([id]);
});

test.each([
  ["unavailable", undefined, "1"],
  ["unavailable", 7, "7"],
  ["rate_limited", 30, "30"],
  ["feature_not_found", undefined, null],
] as const)("%s with retryAfterSeconds %p has the retry-after %p", (refusal, seconds, header) => {
  const { faults, refuse } = refusing();
  const options = seconds === undefined ? {} : { retryAfterSeconds: seconds };
  const response = refuse(new GatehouseError(refusal, options), request());
  expect(response.headers.get("retry-after")).toBe(header);
  expect(response.headers.get("x-request-id")).toBe(null);
  expect(faults).toEqual([]);
});
