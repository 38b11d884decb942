import { Type } from "@sinclair/typebox";
import { flipperOperation } from "../errors/operation-docs.ts";
import { CreatedEnvironmentModel } from "./environment-model.ts";

const tag = "Environments";

export const environmentDocs = {
  create: flipperOperation({
    tag,
    summary: "Create a custom environment, with a token for it",
    description:
      "Answers 200 with a new token when this token created an environment of that name before, " +
      "else 201. Letter case and outer white space of the name do not count.",
    body: { schema: Type.Object({ name: Type.String({ maxLength: 255 }) }) },
    success: {
      status: 201,
      text: "The environment and its token",
      schema: CreatedEnvironmentModel,
    },
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
  delete: flipperOperation({
    tag,
    summary: "Delete a custom environment with its tokens, gates, audits and telemetry",
    description: "The preview token that was deleted with the environment may repeat the request.",
    path: { id: "The environment's id." },
    success: { status: 204, text: "The environment no longer exists, or never did" },
    refusals: [
      "environment_id_required",
      "organization_membership",
      "project_membership",
      "not_environment_creator",
      "unavailable",
    ],
  }),
};
