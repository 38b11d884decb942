import { Elysia } from "elysia";
import type { CreatedPreview } from "../../commands/preview-commands.ts";
import { GatehouseError } from "../../errors.ts";
import type { Parameters } from "../../http/request/parameters.ts";
import { parametersOf, queryOf } from "../../http/request/request-parameters.ts";
import { jsonResponse } from "../../http/response/json-response.ts";
import { noContent } from "../../http/response/no-content.ts";
import type { Environment } from "../../model/environment.ts";
import { stateOfKind } from "../../model/environment-state-names.ts";
import type { EnvironmentService } from "../../services/environment-service.ts";
import type { HostedAccess } from "../access/hosted-access.ts";
import type { DocumentedDeployment } from "../errors/operation-docs.ts";
import { environmentDocs } from "./environment-docs.ts";
import type { CreatedEnvironmentModel } from "./environment-model.ts";

export interface EnvironmentControllerOptions {
  readonly service: EnvironmentService;
  readonly access: HostedAccess;
  readonly documented: DocumentedDeployment;
}

/** The answer contains a token, so caches must not store it. */
const noStore = { "cache-control": "no-store" };
const idForm = /^[1-9]\d*$/;

/** POST /environments and DELETE /environments/{id} (docs/api.md#environments). */
export function environmentController(options: EnvironmentControllerOptions) {
  const { service, access } = options;
  const docs = environmentDocs(options.documented);
  const remove = async (request: Request, id: string) => {
    if (idForm.test(id) && access.endedEnvironmentId(request) === Number(id)) {
      return new Response(null, { status: 204 });
    }
    const caller = access.reader(request);
    if (!idForm.test(id)) {
      throw new GatehouseError("environment_id_required");
    }
    service.authorizeDelete(caller);
    queryOf(request);
    await service.delete(caller, Number(id));
    return noContent();
  };
  return new Elysia()
    .post(
      "/environments",
      async ({ request }) => {
        const caller = access.reader(request);
        service.authorizeCreate(caller);
        const created = await service.create(caller, nameOf(await parametersOf(request)));
        return jsonResponse(JSON.stringify(createdModel(created)), {
          status: created.isNew ? 201 : 200,
          headers: noStore,
        });
      },
      { parse: "none", detail: docs.create },
    )
    .delete("/environments", ({ request }) => remove(request, ""), {
      parse: "none",
      detail: { hide: true },
    })
    .delete("/environments/:id", ({ request, params }) => remove(request, params.id), {
      parse: "none",
      detail: docs.delete,
    });
}

/**
 * Undefined also for a list, an object or a boolean, which are `name_missing` (docs/api.md#errors).
 */
function nameOf(parameters: Parameters): string | undefined {
  const name = parameters.raw("name");
  return typeof name === "string" || typeof name === "number" ? String(name) : undefined;
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
