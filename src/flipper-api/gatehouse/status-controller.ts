import { Elysia } from "elysia";
import { queryOf } from "../../http/request/request-parameters.ts";
import { jsonResponse } from "../../http/response/json-response.ts";
import type { Caller } from "../../model/caller.ts";
import type { Environment } from "../../model/environment.ts";
import type { State } from "../../model/state.ts";
import { isActive, type Token } from "../../model/token.ts";
import type { GatehouseOptions } from "./gatehouse-options.ts";
import { statusDocs } from "./status-docs.ts";
import type { StatusModel } from "./status-model.ts";

const tokensMax = 1_000;

/** GET gatehouse/status (docs/api.md#status). Names no path of the server's files. */
export function statusController(options: GatehouseOptions) {
  const { access, documented, server } = options;
  return new Elysia().get(
    "/gatehouse/status",
    async ({ request }) => {
      const caller = access.reader(request);
      queryOf(request);
      const [health, files] = await Promise.all([server.readiness(), server.databases()]);
      const status: StatusModel = {
        version: server.version,
        mode: server.mode,
        serving: server.isServing,
        ready: health === null ? null : health.isReady,
        problems: [...(health?.problems ?? [])],
        ...placeOf(options, caller),
        databases: files.map(({ name, bytes }) => ({ file: name, bytes })),
        memory_bytes: server.memoryBytes(),
        ...listsOf(options, caller),
      };
      return jsonResponse(JSON.stringify(status));
    },
    { detail: statusDocs(documented) },
  );
}

type Place = Pick<StatusModel, "project" | "environment" | "access" | "revision" | "features">;

function placeOf({ services, isAdministrator }: GatehouseOptions, caller: Caller): Place {
  const { state } = services.writer;
  const { slug, name, kind, projectId } = caller.environment;
  return {
    project: state.projects.get(projectId)?.name ?? "",
    environment: { slug, name, kind },
    access: isAdministrator
      ? "administrator"
      : caller.token?.access === "read_only"
        ? "read_only"
        : "read_and_write",
    revision: services.features.revision(caller),
    features: state.features.get(projectId)?.size ?? 0,
  };
}

/** A token learns of its own environment only; an administrator of the whole project. */
function listsOf(
  { services, isAdministrator, now }: GatehouseOptions,
  { environment }: Caller,
): Pick<StatusModel, "tokens" | "environments"> {
  const { state } = services.writer;
  const isListed = ({ id, projectId }: Environment) =>
    isAdministrator ? projectId === environment.projectId : id === environment.id;
  const environments = new Map(
    Array.from(state.environments.values())
      .filter(isListed)
      .sort((left, right) => left.id - right.id)
      .map((each) => [each.id, each]),
  );
  return {
    tokens: tokensOf(state, environments, now()),
    environments: Array.from(environments.values(), (each) => environmentModel(state, each)),
  };
}

function tokensOf(
  state: State,
  environments: ReadonlyMap<number, Environment>,
  now: number,
): StatusModel["tokens"] {
  const usedAt = ({ lastUsedAt }: Token) => lastUsedAt ?? 0;
  return Array.from(state.tokens.values())
    .filter((token) => environments.has(token.environmentId) && isActive(token, now))
    .sort((left, right) => usedAt(right) - usedAt(left) || left.id - right.id)
    .slice(0, tokensMax)
    .map(({ id, name, environmentId, access, lastUsedAt }) => ({
      id,
      name,
      environment: environments.get(environmentId)?.slug ?? "",
      access,
      last_used_at: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
    }));
}

function environmentModel(
  state: State,
  { id, slug, name, kind }: Environment,
): StatusModel["environments"][number] {
  const own = kind === "production" ? 0 : (state.toggles.get(id)?.size ?? 0);
  return { slug, name, kind, overrides: own };
}
