import { expect, test } from "bun:test";
import hostedDocument from "../../../docs/openapi.json" with { type: "json" };
import mountableDocument from "../../../docs/openapi-mountable.json" with { type: "json" };
import { refusalText } from "../../../src/api/common/errors/documented-refusals.ts";
import { refusalComponents } from "../../../src/api/common/errors/refusal-docs.ts";
import { statusOf } from "../../../src/api/common/errors/refusal-statuses.ts";
import { flipperRefusals } from "../../../src/core/errors.ts";
import { startPipelineServer } from "../../server/pipeline-server.ts";
import { isObject } from "./openapi-problems.ts";
import { refusalRows } from "./refusal-rows.ts";

const importExamples: Record<string, { readonly value: unknown } | undefined> = Object.assign(
  {},
  ...Object.values(hostedDocument.paths["/import"].post.responses).map((response) =>
    "content" in response && isObject(response.content["application/json"])
      ? response.content["application/json"].examples
      : {},
  ),
);

/** An id that differs for each request. */
function comparable(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replace(/request [\w-]{8,}/g, "request ID"));
}

const rows = Object.keys(refusalRows) as (keyof typeof refusalRows)[];

test.each(rows)("the example of %s is what the server answers", async (name) => {
  const row = refusalRows[name];
  const server = await startPipelineServer({ flags: row?.flags ?? [] });
  const answer = await row?.cause(server);
  const body: unknown = await answer?.json();
  await server.stop();
  expect(answer?.status).toBe(statusOf(refusalText(name).refusal));
  const isOfImport = isObject(body) && "error" in body;
  const example = isOfImport ? importExamples[name] : refusalComponents.examples[name];
  expect(comparable(example?.value)).toEqual(comparable(body));
});

test("every refusal in the documents has such a request", () => {
  const documented = [
    ...Object.keys(hostedDocument.components.examples),
    ...Object.keys(mountableDocument.components.examples),
    ...Object.keys(importExamples),
  ];
  const expected = new Set([...documented, "credentials_invalid", "library_host_not_allowed"]);
  expect([...expected].sort()).toEqual([...rows].sort());
  const others = Object.keys(flipperRefusals).filter((name) => !documented.includes(name));
  // No operation has them, or only servers with credentials.
  expect(others).toEqual(["credentials_invalid", "route_not_found", "method_not_allowed"]);
});
