import { Elysia } from "elysia";
import type { Environment } from "../../../core/model/environment.ts";
import type { State } from "../../../core/model/state.ts";
import { isActive, type Token } from "../../../core/model/token.ts";
import { answered } from "../../../http/declared/documented-schemas.ts";
import type { AdminCaller, AdminRoutes } from "../admin-routes.ts";
import { environmentOf, projectOf } from "../asked-environment.ts";
import { StatusAnswer, StatusQuery } from "../contract/status-models.ts";
import { limitOf } from "../reader.ts";
import { callerInEnvironment, type UiDependencies } from "./ui-dependencies.ts";

const tokensMax = 1_000;

/** The server, and the caller's environment in it. Contains no paths of the server's files. */
export function statusController(deps: UiDependencies, routes: AdminRoutes) {
  const { services, server } = deps;
  const { writer } = services;
  return new Elysia({ tags: ["Server"] }).use(routes).get(
    "/status",
    async ({ caller, query }) => {
      const asked = query.environment ?? "-";
      // A wrong environment is refused before the checks run.
      environmentOf(writer.state, asked, caller);
      const [health, files] = await Promise.all([server.readiness(), server.databases()]);
      const environment = environmentOf(writer.state, asked, caller);
      const status: StatusAnswer = {
        version: server.version,
        mode: server.mode,
        serving: server.isServing,
        ready: health === null ? null : health.isReady,
        problems: health?.problems ?? [],
        databases: files.map(({ name, bytes }) => ({ file: name, bytes })),
        memoryBytes: server.memoryBytes(),
        ...environmentFacts(deps, caller, environment),
        ...listsOf(deps, caller, environment),
      };
      return status;
    },
    {
      role: "viewer",
      environmentToken: "reader",
      query: StatusQuery,
      response: { 200: answered(StatusAnswer, "The status") },
      refuses: ["environment_not_found"],
      detail: {
        operationId: "getStatus",
        summary: "Get the server, its state, and the caller's environment in it",
        description: "The token of an environment gets its own environment with the tokens.",
      },
    },
  );
}

function environmentFacts(
  { services }: UiDependencies,
  caller: AdminCaller,
  environment: Environment,
) {
  const { state } = services.writer;
  const { slug, name, kind, projectId } = environment;
  return {
    project: projectOf(state, { projectId }).name,
    environment: { slug, name, kind },
    access: accessOf(caller),
    revision: services.features.revision(callerInEnvironment(state, environment, caller)),
    features: state.features.get(projectId)?.size ?? 0,
  };
}

function accessOf({ token, signedIn, role }: AdminCaller): StatusAnswer["access"] {
  if (token !== null) {
    return token.token.access === "read_and_write" ? "read_and_write" : "read_only";
  }
  if (signedIn !== null) {
    return role ?? "viewer";
  }
  // The socket has no sessions, and the mountable deployment has neither sessions nor owners.
  return role === "owner" ? "administrator" : role === "viewer" ? "read_only" : "read_and_write";
}

function listsOf({ services, now }: UiDependencies, caller: AdminCaller, environment: Environment) {
  const { state } = services.writer;
  const limit = caller.token === null ? limitOf(caller) : [environment.id];
  const isListed = ({ id, projectId }: Environment) =>
    projectId === environment.projectId && (limit === null || limit.includes(id));
  const environments = new Map(
    Array.from(state.environments.values())
      .filter(isListed)
      .sort((left, right) => left.id - right.id)
      .map((each) => [each.id, each]),
  );
  return {
    tokens: tokensOf(state, environments, now()),
    environments: Array.from(environments.values(), (each) => environmentRow(state, each)),
  };
}

function tokensOf(state: State, environments: ReadonlyMap<number, Environment>, now: number) {
  const usedAt = ({ lastUsedAt }: Token) => lastUsedAt ?? 0;
  return Array.from(state.tokens.values())
    .filter((token) => environments.has(token.environmentId) && isActive(token, now))
    .sort((left, right) => usedAt(right) - usedAt(left) || left.id - right.id)
    .slice(0, tokensMax)
    .map(({ id, name, environmentId, access, lastUsedAt }) => ({
      ...{ id, name, access, lastUsedAt },
      environment: environments.get(environmentId)?.slug ?? "",
    }));
}

function environmentRow(state: State, { id, slug, name, kind }: Environment) {
  const own = kind === "production" ? 0 : (state.toggles.get(id)?.size ?? 0);
  return { slug, name, kind, overrides: own };
}
