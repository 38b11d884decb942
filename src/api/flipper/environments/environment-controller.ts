import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { CreatedPreview } from "../../../app/commands/preview-commands.ts";
import type { EnvironmentService } from "../../../app/services/environment-service.ts";
import { GatehouseError } from "../../../core/errors.ts";
import type { Environment } from "../../../core/model/environment.ts";
import { stateOfKind } from "../../../core/model/environment-state-names.ts";
import type { Segments } from "../../../http/declared/declared-route.ts";
import { type Admit, declaredRoutes } from "../../../http/declared/declared-routes.ts";
import {
  documented,
  documentedEmpty,
  documentedJson,
  withExample,
} from "../../../http/declared/documented-schemas.ts";
import { segment, wire } from "../../../http/declared/sent-values.ts";
import { int64 } from "../../../http/openapi/documented-formats.ts";
import { jsonResponse } from "../../../http/response/json-response.ts";
import { noContent } from "../../../http/response/no-content.ts";
import type { HostedAccess } from "../../common/access/hosted-access.ts";
import type { DocumentedRefusal } from "../../common/errors/documented-refusals.ts";
import { flipperDocument } from "../../common/errors/flipper-document.ts";
import type { DocumentedDeployment } from "../../common/errors/operation-docs.ts";
import { CreatedEnvironmentModel } from "./environment-model.ts";

export interface EnvironmentControllerOptions {
  readonly service: EnvironmentService;
  readonly access: HostedAccess;
  readonly documented: DocumentedDeployment;
}

/** The answer contains a token, so caches must not store it. */
const noStore = { "cache-control": "no-store" };
const idForm = /^[1-9]\d*$/;

const example: CreatedEnvironmentModel = {
  environment: {
    id: 2,
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
/** POST /environments and DELETE /environments/{id} (docs/api.md#environments). */
export function environmentController(options: EnvironmentControllerOptions) {
  return new Elysia({ tags: ["Environments"] })
    .use(createRoute(options))
    .use(deleteRoutes(options));
}

const NewEnvironment = Type.Object(
  {
    // A list, an object or a boolean counts as a missing name (docs/api.md#errors).
    name: wire<string | undefined>(
      Type.String({ minLength: 1, maxLength: 255 }),
      (sent, member) => {
        const name = sent.raw(member);
        return typeof name === "string" || typeof name === "number" ? String(name) : undefined;
      },
    ),
  },
  { $id: "NewEnvironment" },
);

function createRoute({ service, access, documented: deployment }: EnvironmentControllerOptions) {
  const creator = (request: Request) => {
    const caller = access.reader(request);
    service.authorizeCreate(caller);
    return caller;
  };
  return new Elysia().use(environmentRoutes(deployment, creator)).post(
    "/environments",
    async ({ caller, body }) => {
      const created = await service.create(caller, body.name);
      return jsonResponse(JSON.stringify(createdModel(created)), {
        status: created.isNew ? 201 : 200,
        headers: noStore,
      });
    },
    {
      access: "manage_environments",
      body: withExample(NewEnvironment, { name: "feature/checkout" }),
      response: {
        200: documentedJson(
          CreatedEnvironmentModel,
          "The environment that this token created before, and a new token for it",
          example,
        ),
        201: documentedJson(CreatedEnvironmentModel, "The new environment and its token", example),
      },
      refuses: [
        "preview_environment_management_token_required",
        "organization_membership",
        "project_membership",
        "environment_name_missing",
        "environment_name_invalid",
        "token_limit",
        "environment_name_taken",
        "custom_environments_limit",
      ],
      detail: {
        operationId: "createEnvironment",
        summary: "Create a custom environment, with a token for it",
        description:
          "Every request creates a token. Names that differ only in letter case or in surrounding " +
          "white space are the same.",
      },
    },
  );
}

function deleteRoutes({ service, access, documented: deployment }: EnvironmentControllerOptions) {
  /** Null for a token that was deleted together with the environment of the path. */
  const deleter = (request: Request, { id = "" }: Segments) => {
    if (idForm.test(id) && access.endedEnvironmentId(request) === Number(id)) {
      return null;
    }
    const caller = access.reader(request);
    if (!idForm.test(id)) {
      throw new GatehouseError("environment_id_required");
    }
    service.authorizeDelete(caller);
    return caller;
  };
  return new Elysia()
    .use(environmentRoutes(deployment, deleter))
    .delete("/environments", noContent, {
      access: "manage_environments",
      detail: { hide: true },
    })
    .delete(
      "/environments/:id",
      async ({ caller, params }) => {
        if (caller !== null) {
          await service.delete(caller, params.id);
        }
        return noContent();
      },
      {
        access: "manage_environments",
        params: Type.Object({
          id: documented(segment(Type.Integer({ minimum: 1, ...int64 }), Number), {
            description: "The id of the environment.",
            example: example.environment.id,
          }),
        }),
        response: { 204: documentedEmpty("The environment no longer exists, or never did") },
        refuses: [
          "environment_id_required",
          "organization_membership",
          "project_membership",
          "not_environment_creator",
          "change_request_required",
        ],
        detail: {
          operationId: "deleteEnvironment",
          summary: "Delete a custom environment with its tokens, gates, audits and telemetry",
          description:
            "The preview token that was deleted with the environment may repeat the request.",
        },
      },
    );
}

/** The plugin of routes with a separate permission, which is checked before path and body. */
function environmentRoutes<Caller>(deployment: DocumentedDeployment, admit: Admit<Caller>) {
  return declaredRoutes<"manage_environments", Caller, DocumentedRefusal>({
    admit: { manage_environments: admit },
    document: (declaration) => flipperDocument(deployment, declaration, "environments"),
  });
}

function createdModel({ environment, token, value }: CreatedPreview): CreatedEnvironmentModel {
  return {
    environment: environmentModel(environment),
    token: { name: token.name, access: token.access, value },
  };
}

function environmentModel(environment: Environment): CreatedEnvironmentModel["environment"] {
  return {
    id: environment.id,
    slug: environment.slug,
    name: environment.name,
    state: stateOfKind(environment.kind),
    created_at: new Date(environment.createdAt).toISOString(),
  };
}
