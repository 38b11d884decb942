import type { Refusal } from "../../../core/errors.ts";
import {
  type DocumentedResponses,
  headerReferences,
} from "../../../http/openapi/documented-operation.ts";
import {
  type DocumentedRefusal,
  documentedRefusalNames,
  refusalText,
} from "./documented-refusals.ts";
import { ErrorModel, ImportErrorModel } from "./error-model.ts";
import { statusOf } from "./refusal-statuses.ts";

const importMessages: Partial<Record<DocumentedRefusal, string>> = {
  unavailable: "Another import is running",
};

const exampleLink = "/swagger";

/** The headers that a refusal always has, in addition to the headers of every answer. */
const refusalHeaders: Partial<Record<Refusal, string>> = {
  credentials_invalid: "WWW-Authenticate",
  rate_limited: "Retry-After",
  request_timeout: "Connection",
  unavailable: "Retry-After",
};

/**
 * Returns the responses of refusals by status; refusals of one status share an entry. A refusal with
 * its own status is a reference to `refusalComponents`.
 */
export function refusalResponses(
  names: Iterable<DocumentedRefusal>,
  isOfImport = false,
): DocumentedResponses {
  const byStatus = Map.groupBy(names, (name) => statusOf(refusalText(name).refusal));
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, group]) => {
        const [first] = group;
        return first !== undefined && group.length === 1 && !isOfImport
          ? [String(status), { $ref: `#/components/responses/${first}` }]
          : [String(status), response(group, isOfImport)];
      }),
  );
}

/** The examples and the responses of all refusals, as components of the document. */
export const refusalComponents = {
  examples: Object.fromEntries(
    documentedRefusalNames().map((name) => [
      name,
      { summary: refusalText(name).text, value: exampleBody(name) },
    ]),
  ),
  responses: Object.fromEntries(
    documentedRefusalNames().map((name) => [name, response([name], false)]),
  ),
};

function response(group: readonly DocumentedRefusal[], isOfImport: boolean) {
  const headers = group.flatMap((name) => refusalHeaders[refusalText(name).refusal] ?? []);
  return {
    description: group
      .map(refusalText)
      .map(({ text, code }) => `${text} (code ${code})`)
      .join("; "),
    ...(headers.length === 0 ? {} : { headers: headerReferences(headers) }),
    content: {
      "application/json": isOfImport
        ? {
            schema: ImportErrorModel,
            examples: Object.fromEntries(group.map((name) => [name, importExample(name)])),
          }
        : {
            schema: ErrorModel,
            examples: Object.fromEntries(
              group.map((name) => [name, { $ref: `#/components/examples/${name}` }]),
            ),
          },
    },
  };
}

function exampleBody(name: DocumentedRefusal) {
  const { code, message } = refusalText(name);
  return { code, message, more_info: exampleLink };
}

function importExample(name: DocumentedRefusal) {
  const body = exampleBody(name);
  const message = importMessages[name] ?? body.message;
  return { summary: refusalText(name).text, value: { ...body, message, error: message } };
}
