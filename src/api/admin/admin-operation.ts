import type { TObject, TSchema } from "@sinclair/typebox";
import type { DocumentDecoration } from "elysia";
import type { Refusal } from "../../core/errors.ts";
import { answered, documentedAnswers, exampleOf } from "../../http/declared/documented-schemas.ts";
import { documentedOperation } from "../../http/openapi/documented-operation.ts";
import type { DocumentedParameter } from "../../http/openapi/documented-parameter.ts";
import type { AdminDeclaration } from "./admin-declaration.ts";
import { adminRefusalResponses } from "./admin-refusals.ts";
import { RequestedChange } from "./contract/request-models.ts";
import type { TokenLevel } from "./reader.ts";

/** The OpenAPI operation of a route. Its `x-` members document the permissions. */
export function documentedAdminOperation(declaration: AdminDeclaration): DocumentDecoration {
  const { role, hostedOnly, needsProof, environmentToken } = declaration;
  const { params, query, body, response, detail } = declaration;
  const { operationId, summary, description } = detail;
  if (operationId === undefined || summary === undefined) {
    throw new Error(`The operation ${operationId} has no name or no summary`);
  }
  const operation = documentedOperation(
    {
      id: operationId,
      summary,
      description: description ?? summary,
      path: documentedParameters(params),
      query: documentedParameters(query),
      ...(body === undefined
        ? {}
        : { body: { schema: body, example: exampleOf(body), isJsonOnly: true } }),
      answers: documentedAnswers(
        canRequest(declaration) ? { ...response, ...requestOpened } : response,
      ),
    },
    adminRefusalResponses([...commonRefusals(declaration), ...declaration.refuses]),
  );
  const extensions: Readonly<Record<`x-${string}`, unknown>> = {
    "x-role": role,
    ...(hostedOnly ? { "x-hosted-only": true } : {}),
    ...(needsProof ? { "x-needs-proof": true } : {}),
    ...(environmentToken === undefined ? {} : { "x-environment-token": environmentToken }),
  };
  return {
    ...operation,
    ...securityOf(declaration),
    ...extensions,
  };
}

function securityOf({ role, sessionOnly, refusesTokens, environmentToken }: AdminDeclaration) {
  if (role === "anyone") {
    return { security: [] };
  }
  if (sessionOnly || refusesTokens) {
    return { security: [{ session: [] }] };
  }
  const forTokens = environmentToken === undefined ? [] : [{ environmentToken: [] }];
  return { security: [{ session: [] }, { personalToken: [] }, ...forTokens] };
}

/** Whether a caller can open a change request instead: then the body or the query has `request`. */
function canRequest(declaration: AdminDeclaration): boolean {
  return hasMember(declaration, "request");
}

function hasMember({ body, query }: AdminDeclaration, member: string): boolean {
  return [body, query].some((fields) => Object.hasOwn(fields?.properties ?? {}, member));
}

const requestOpened = { 202: answered(RequestedChange, "The request that asks for the change") };

function commonRefusals(declaration: AdminDeclaration): readonly Refusal[] {
  const { role, needsProof, refusesTokens, sessionOnly, environmentToken, body } = declaration;
  return [
    "request_invalid",
    "not_own_page",
    "token_invalid",
    "internal",
    ...(role === "anyone" ? [] : (["signed_out", "role_required", "read_only"] as const)),
    ...(needsProof ? (["proof_required"] as const) : []),
    ...(sessionOnly || refusesTokens ? (["session_required"] as const) : []),
    ...(sessionOnly ? [] : (["project_not_found", "input_invalid"] as const)),
    ...tokenRefusals(environmentToken),
    ...(canRequest(declaration)
      ? ([
          ...(["change_request_required", "reason_required", "rollout_running"] as const),
          ...openRequestRefusals,
        ] as const)
      : []),
    ...(hasMember(declaration, "pause_rollout") ? (["rollout_running"] as const) : []),
    ...(body === undefined
      ? []
      : ([
          ...(role === "anyone" ? [] : (["session_ended"] as const)),
          "input_invalid",
          "body_too_large",
          "media_type_unsupported",
          "request_timeout",
        ] as const)),
  ];
}

/** Why a change request cannot be opened. */
const openRequestRefusals = ["request_empty", "request_limit", "request_too_large"] as const;

function tokenRefusals(level: TokenLevel | undefined): readonly Refusal[] {
  switch (level) {
    case undefined:
      return ["environment_token_refused"];
    case "reader":
      return ["rate_limited", "token_evaluate_only"];
    case "writer":
      return ["rate_limited", "token_evaluate_only", "token_read_only"];
    case "deleter":
      return [...tokenRefusals("writer"), "production_token_required"];
  }
}

function documentedParameters(
  schema: TObject | undefined,
): Readonly<Record<string, DocumentedParameter>> {
  const parameters: [string, TSchema][] = Object.entries(schema?.properties ?? {});
  return Object.fromEntries(
    parameters.map(([name, { description = "", ...parameter }]) => [
      name,
      { description, schema: parameter, isRequired: schema?.required?.includes(name) === true },
    ]),
  );
}
