import { type Refusal, refusals } from "../../errors.ts";
import {
  type DocumentedResponses,
  headerReferences,
} from "../../http/openapi/documented-operation.ts";
import { ErrorModel, ImportErrorModel } from "./error-model.ts";
import { statusOf } from "./error-response.ts";

/** Messages that a request gets, where they say more than the default message of the refusal. */
const exampleMessages: Partial<Record<Refusal, string>> = {
  expression_invalid: "At the root: Any takes at least 1 argument, not 0",
  headers_too_large: "The request headers are larger than 32768 bytes",
  import_invalid: "Import invalid: it needs an object named features",
  internal: "Internal error, request 5f0c7a52-8d0b-4d8a-9a8e-3c6f5f1f2b1d",
  media_type_unsupported: 'The body must be JSON or form-encoded, in UTF-8, not "text/plain"',
  parameter_invalid: "page must be an integer from 1 to 1000000000",
  quota_exceeded: "The quota features_per_project is 1; with this change 2 would be used",
  request_invalid: "Request invalid: the JSON body must be an object",
  uri_too_long: "The URL is longer than 1000 characters",
};
const importMessages: Partial<Record<Refusal, string>> = {
  unavailable: "Another import is running",
};

const exampleLink = "/swagger";

/** The headers that a refusal always has, beside those of every answer. */
const refusalHeaders: Partial<Record<Refusal, string>> = {
  credentials_invalid: "WWW-Authenticate",
  rate_limited: "Retry-After",
  request_timeout: "Connection",
  unavailable: "Retry-After",
};

/**
 * Returns the responses of refusals by status; refusals of one status share an entry. A refusal
 * that is alone in its status is a reference to `refusalComponents`.
 */
export function refusalResponses(
  names: Iterable<Refusal>,
  isOfImport = false,
): DocumentedResponses {
  const byStatus = Map.groupBy(names, statusOf);
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
    refusalNames().map((name) => [
      name,
      { summary: refusals[name].message, value: exampleBody(name) },
    ]),
  ),
  responses: Object.fromEntries(refusalNames().map((name) => [name, response([name], false)])),
};

function refusalNames(): readonly Refusal[] {
  return (Object.keys(refusals) as Refusal[]).sort();
}

function response(group: readonly Refusal[], isOfImport: boolean) {
  const headers = group.flatMap((name) => refusalHeaders[name] ?? []);
  return {
    description: group
      .map((name) => `${refusals[name].message} (code ${refusals[name].code})`)
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

function exampleBody(name: Refusal) {
  const { code, message } = refusals[name];
  return { code, message: exampleMessages[name] ?? message, more_info: exampleLink };
}

function importExample(name: Refusal) {
  const body = exampleBody(name);
  const message = importMessages[name] ?? body.message;
  return { summary: refusals[name].message, value: { ...body, message, error: message } };
}
