import { afterEach, describe, expect, test } from "bun:test";
import { readAnswer } from "../../helpers/answer.ts";
import {
  type DocumentedMode,
  type DocumentedSite,
  documentedModes,
  exampleTime,
  startDocumentedSite,
} from "./documented-site.ts";
import { exampleRequest } from "./example-request.ts";
import { isObject, type Operation } from "./openapi-problems.ts";

let site: DocumentedSite | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

/** Returns a new site in the state that the examples start from, and the operation in it. */
async function arranged(mode: DocumentedMode, id: string) {
  site = await startDocumentedSite(mode);
  const find = (name: string) => {
    const found = site?.operations.find(({ operation }) => operation.operationId === name);
    if (found === undefined) {
      throw new Error(`there is no operation ${name}`);
    }
    return found;
  };
  const send = async (operation: Operation, form?: "form"): Promise<Response> => {
    const { url, init } = exampleRequest(operation, form);
    const prefix = operation.path === "/healthz" ? "" : (site?.prefix ?? "");
    return site?.send(operation.method, prefix + url, init) ?? Response.error();
  };
  if (id !== "importFeatures") {
    expect((await send(find("importFeatures"))).status).toBe(204);
  }
  if (id === "getTelemetrySummary") {
    expect((await send(find("submitTelemetry"))).status).toBe(202);
  }
  if (id === "listUnknownKeys") {
    const { url, init } = exampleRequest(find("submitTelemetry"));
    const metric = { key: "serach", time: exampleTime / 1_000, result: false, value: 3 };
    const body = JSON.stringify({ request_id: crypto.randomUUID(), enabled_metrics: [metric] });
    const headers = { "content-type": "application/json" };
    const sent = await site.send("POST", `${site.prefix}${url}`, { ...init, headers, body });
    expect(sent.status).toBe(202);
  }
  return { operation: find(id), send };
}

/** The values that differ for each request. */
function comparable(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body ?? null).replace(/gatehouse_[\w-]+/g, "gatehouse_"));
}

function documentedBody({ operation }: Operation, status: number): unknown {
  const responses = isObject(operation.responses) ? operation.responses : {};
  const response = responses[String(status)];
  const content = isObject(response) && isObject(response.content) ? response.content : {};
  const media = content["application/json"];
  return isObject(media) ? media.example : undefined;
}

const started = await Promise.all(
  documentedModes.map(async (mode) => {
    const { operations, close } = await startDocumentedSite(mode);
    await close();
    return { mode, operations };
  }),
);

const rows = started.flatMap(({ mode, operations }) =>
  operations.map(({ operation }) => [mode, String(operation.operationId)] as const),
);

describe.each(rows)("%s: %s", (mode, id) => {
  test("the example of the request gets the example of the answer", async () => {
    const { operation, send } = await arranged(mode, id);
    const isForm = JSON.stringify(operation.operation.requestBody)?.includes("x-www-form") === true;
    for (const form of isForm ? (["form", undefined] as const) : [undefined]) {
      const response = await send(operation, form);
      const [, body] = await readAnswer(response, operation);
      expect(response.status).toBeLessThan(300);
      expect(comparable(body)).toEqual(comparable(documentedBody(operation, response.status)));
    }
  });
});

test("every success with a body has an example, as have all its requests", () => {
  for (const { operations } of started) {
    for (const operation of operations) {
      const { responses, parameters, requestBody } = operation.operation;
      const bodies = [requestBody, ...successesOf(responses)].filter(
        (each) => isObject(each) && each.content !== undefined,
      );
      for (const each of [
        ...bodies.flatMap(mediaOf),
        ...(Array.isArray(parameters) ? parameters : []),
      ]) {
        // Not toMatchObject, which writes its matchers into the document that other tests share.
        expect((isObject(each) ? each.example : undefined) ?? null).not.toBeNull();
      }
    }
  }
});

test("GET /features answers 304 for the ETag of the example's answer", async () => {
  const { operation, send } = await arranged("hosted", "listFeatures");
  const etag = (await send(operation)).headers.get("etag") ?? "";
  const { url } = exampleRequest(operation);
  const init = { headers: { "if-none-match": etag } };
  expect((await site?.send("GET", `/adapter${url}`, init))?.status).toBe(304);
});

function successesOf(responses: unknown): readonly unknown[] {
  return Object.entries(isObject(responses) ? responses : {})
    .filter(([status]) => status.startsWith("2"))
    .map(([, response]) => response);
}

function mediaOf(body: unknown): readonly unknown[] {
  return isObject(body) && isObject(body.content) ? Object.values(body.content) : [];
}
