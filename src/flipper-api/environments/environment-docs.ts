import { Type } from "@sinclair/typebox";
import { int64 } from "../../http/openapi/documented-formats.ts";
import { type DocumentedDeployment, flipperOperation } from "../errors/operation-docs.ts";
import { CreatedEnvironmentModel, NewEnvironmentModel } from "./environment-model.ts";

const tag = "Environments";
const exampleId = 2;

const example: CreatedEnvironmentModel = {
  environment: {
    id: exampleId,
    slug: "feature-checkout",
    name: "feature/checkout",
    state: "other",
    created_at: "2026-01-15T09:30:00.000Z",
  },
  token: {
    name: "feature/checkout",
    access: "read_and_write",
    value: "gatehouse_5cyq0t8m2j7w9r4k6d1h3b5v8n0x2z4p",
  },
};
const json = { schema: CreatedEnvironmentModel, example };

/** The documentation of docs/api.md#environments. */
export function environmentDocs(deployment: DocumentedDeployment) {
  return {
    create: flipperOperation(deployment, {
      id: "createEnvironment",
      tag,
      summary: "Create a custom environment, with a token for it",
      description:
        "Every request creates a token. Names that differ only in letter case or in surrounding " +
        "white space are the same.",
      changes: "environments",
      body: { schema: NewEnvironmentModel, example: { name: "feature/checkout" } },
      answers: [
        {
          status: 200,
          text: "The environment that this token created before, and a new token for it",
          json,
        },
        { status: 201, text: "The new environment and its token", json },
      ],
      refusals: [
        "preview_environment_management_token_required",
        "organization_membership",
        "project_membership",
        "environment_name_missing",
        "environment_name_invalid",
        "token_limit",
        "environment_name_taken",
        "custom_environments_limit",
      ],
    }),
    delete: flipperOperation(deployment, {
      id: "deleteEnvironment",
      tag,
      summary: "Delete a custom environment with its tokens, gates, audits and telemetry",
      description:
        "The preview token that was deleted with the environment may repeat the request.",
      changes: "environments",
      path: {
        id: {
          description: "The id of the environment.",
          schema: Type.Integer({ minimum: 1, ...int64 }),
          example: exampleId,
        },
      },
      answers: [{ status: 204, text: "The environment no longer exists, or never did" }],
      refusals: [
        "environment_id_required",
        "organization_membership",
        "project_membership",
        "not_environment_creator",
      ],
    }),
  };
}
