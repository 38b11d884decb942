import { Elysia } from "elysia";
import {
  type ChangeRequest,
  isOpenRequest,
  requestStates,
} from "../../../core/model/change-request.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import { openRequestStates } from "../../../storage/governance-queries.ts";
import { commandRefusals, rolloutRefusals } from "../admin-refusals.ts";
import type { AdminCaller, AdminRoutes } from "../admin-routes.ts";
import { environmentOf } from "../asked-environment.ts";
import { pageSizeDefault } from "../contract/page-models.ts";
import {
  NewRequest,
  OpenRequests,
  RequestAnswer,
  RequestEdit,
  RequestList,
  RequestListQuery,
  RequestOutcome,
  RequestPath,
  type RequestRow,
} from "../contract/request-models.ts";
import { EnvironmentPath } from "../contract/shared-models.ts";
import { AskedRequests } from "./asked-requests.ts";
import { pageOf } from "./page-of-rows.ts";
import { requestAnswer } from "./request-answers.ts";
import { requestRow } from "./request-rows.ts";
import { requestTransitions } from "./request-transitions.ts";
import { commandsOf } from "./sent-commands.ts";
import { callerInPath, type UiDependencies } from "./ui-dependencies.ts";

export const requestBodyBytesMax = 8 * 1024 * 1024;

const readAtOnce = 5;

const exampleCommands = [{ kind: "enable", key: "search" } as const];

/** Refusals of the commands of a request, which are tried before it is opened. */
const contentRefusals = [
  "environment_not_found",
  "expression_invalid",
  "feature_name_missing",
  "feature_not_found",
  "flipper_id_missing",
  "group_not_registered",
  "parameter_invalid",
  "production_mirrors_nothing",
  "quota_exceeded",
  "reason_required",
  "request_empty",
  "request_limit",
  "request_too_large",
  ...rolloutRefusals,
  ...commandRefusals,
] as const;

/** Change requests (docs/admin-api.md#change-requests). */
export function requestController(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia()
    .use(requestLists(deps, routes))
    .use(requestWrites(deps, routes))
    .use(requestTransitions(deps, routes));
}

function requestLists(deps: UiDependencies, routes: AdminRoutes) {
  const { writer, reads } = deps.services;
  const asked = new AskedRequests(deps);
  return new Elysia({ tags: ["Requests"] })
    .use(routes)
    .get(
      "/requests",
      ({ caller }) => {
        const moment = asked.moment();
        const requests = [...moment.state.requests.values()]
          .filter((request) => asked.isShown(request, caller))
          .sort((left, right) => right.id - left.id);
        return {
          requests: requests.map((each) => requestRow(moment, each, asked.reader(caller, each))),
        };
      },
      {
        role: "viewer",
        environmentToken: "reader",
        hostedOnly: "for_clients",
        response: { 200: answered(OpenRequests, "The open requests of the project") },
        refuses: [],
        detail: {
          operationId: "listOpenRequests",
          summary: "List the open requests of all environments",
        },
      },
    )
    .get(
      "/environments/:environment/requests",
      async ({ caller, params, query }) => {
        const { id } = environmentOf(writer.state, params.environment, caller);
        const { state: wanted = "open", before, limit = pageSizeDefault } = query;
        const states = wanted === "all" ? null : statesOf(wanted);
        const found: RequestRow[] = [];
        let last = before ?? Number.MAX_SAFE_INTEGER;
        while (found.length <= limit) {
          // A few at a time, as each may have several MiB that the list does not show.
          const some = { environmentId: id, states, before: last, limit: readAtOnce };
          const requests = await reads.requests(some);
          const moment = asked.moment();
          for (const each of requests) {
            const current = moment.state.requests.get(each.id) ?? each;
            found.push(requestRow(moment, current, asked.reader(caller, current)));
            last = each.id;
          }
          if (requests.length < readAtOnce) {
            break;
          }
        }
        const { rows, next } = pageOf(found, (request) => request.id, limit);
        return { requests: rows, next };
      },
      {
        role: "viewer",
        environmentToken: "reader",
        hostedOnly: "for_clients",
        params: EnvironmentPath,
        query: RequestListQuery,
        response: { 200: answered(RequestList, "A page of the requests") },
        refuses: ["environment_not_found", "unavailable"],
        detail: {
          operationId: "listRequests",
          summary: "List the requests of an environment",
        },
      },
    )
    .get(
      "/requests/:request",
      async ({ caller, params }) => {
        const request = await asked.request(caller, params.request);
        const reader = asked.reader(caller, request);
        return requestAnswer(deps.services.requests, asked.moment(), request, reader);
      },
      {
        role: "viewer",
        environmentToken: "reader",
        hostedOnly: "for_clients",
        params: RequestPath,
        response: { 200: answered(RequestAnswer, "The request, and what it would change") },
        refuses: ["request_not_found", "unavailable"],
        detail: { operationId: "getRequest", summary: "Show a request" },
      },
    );
}

function statesOf(wanted: "open" | "ended") {
  return wanted === "open"
    ? openRequestStates
    : requestStates.filter((state) => !isOpenRequest({ state }));
}

function requestWrites(deps: UiDependencies, routes: AdminRoutes) {
  const { writer, requests } = deps.services;
  const asked = new AskedRequests(deps);
  const outcome = (caller: AdminCaller, request: ChangeRequest) => ({
    request: requestRow(asked.moment(), request, asked.reader(caller, request)),
  });
  return new Elysia({ tags: ["Requests"] })
    .use(routes)
    .post(
      "/environments/:environment/requests",
      async ({ caller: adminCaller, params, body }) => {
        const caller = callerInPath(writer.state, params.environment, adminCaller);
        const request = await requests.open(caller, {
          title: body.title,
          reason: caller.reason ?? null,
          commands: commandsOf(body.commands),
          apply: body.apply ?? { kind: "author" },
        });
        return outcome(adminCaller, await asked.latest(request));
      },
      {
        role: "member",
        environmentToken: "writer",
        hostedOnly: "for_clients",
        params: EnvironmentPath,
        bodyBytesMax: requestBodyBytesMax,
        body: withExample(NewRequest, { title: "Enable search", commands: exampleCommands }),
        response: { 200: answered(RequestOutcome, "The request") },
        refuses: contentRefusals,
        detail: {
          operationId: "openRequest",
          summary: "Open a request for changes of an environment",
          description:
            "The commands are tried first: a request that could not be applied is refused.",
        },
      },
    )
    .patch(
      "/requests/:request",
      async ({ caller: adminCaller, params, body }) => {
        const { id, caller } = await asked.caller(adminCaller, params.request);
        const { title, commands, apply } = body;
        const edited = await requests.edit(caller, id, {
          ...(title === undefined ? {} : { title }),
          ...(caller.reason === undefined ? {} : { reason: caller.reason }),
          ...(commands === undefined ? {} : { commands: commandsOf(commands) }),
          ...(apply === undefined ? {} : { apply }),
        });
        return outcome(adminCaller, edited);
      },
      {
        role: "member",
        environmentToken: "writer",
        hostedOnly: "for_clients",
        params: RequestPath,
        bodyBytesMax: requestBodyBytesMax,
        body: withExample(RequestEdit, { title: "Enable search for staff" }),
        response: { 200: answered(RequestOutcome, "The request after the change") },
        refuses: [...contentRefusals, "not_request_author", "request_ended", "request_not_found"],
        detail: {
          operationId: "editRequest",
          summary: "Edit a request",
          description:
            "Only its author may. Every edit costs all votes, and bases the request on the current state.",
        },
      },
    );
}
