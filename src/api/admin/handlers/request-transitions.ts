import { Elysia } from "elysia";
import type { Refusal } from "../../../core/errors.ts";
import type { Caller } from "../../../core/model/caller.ts";
import type { ChangeRequest } from "../../../core/model/change-request.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import { commandRefusals, rolloutRefusals } from "../admin-refusals.ts";
import type { AdminCaller, AdminRoutes } from "../admin-routes.ts";
import { NewVote, RequestOutcome, RequestPath } from "../contract/request-models.ts";
import { AskedRequests } from "./asked-requests.ts";
import { requestRow } from "./request-rows.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

const transitionRefusals = [
  "request_ended",
  "request_not_found",
  ...commandRefusals,
] as const satisfies readonly Refusal[];

const response = { 200: answered(RequestOutcome, "The request after the change") };

const transition = {
  role: "member",
  environmentToken: "writer",
  hostedOnly: "for_clients",
  params: RequestPath,
  response,
} as const;

const vote = { ...transition, role: "viewer" } as const;

interface OfRoute {
  readonly caller: AdminCaller;
  readonly params: { readonly request: string };
}

/** What people do with requests. */
export function requestTransitions(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia().use(votes(deps, routes)).use(transitions(deps, routes));
}

/** Returns a function that makes a transition of the request of a route. */
function doing(deps: UiDependencies) {
  const asked = new AskedRequests(deps);
  return async (
    { caller: admin, params }: OfRoute,
    work: (caller: Caller, id: number) => Promise<ChangeRequest>,
  ) => {
    const { id, caller } = await asked.caller(admin, params.request);
    const request = await asked.latest(await work(caller, id));
    return { request: requestRow(asked.moment(), request, asked.reader(admin, request)) };
  };
}

function votes(deps: UiDependencies, routes: AdminRoutes) {
  const { requests } = deps.services;
  const run = doing(deps);
  return new Elysia({ tags: ["Requests"] })
    .use(routes)
    .post(
      "/requests/:request/votes",
      ({ caller: admin, params, body }) =>
        run({ caller: admin, params }, (caller, id) => {
          const { vote: kind, hash, text = null } = body;
          return requests.vote(caller, id, { kind, hash, text });
        }),
      {
        ...vote,
        body: withExample(NewVote, { vote: "approve", hash: "0".repeat(64) }),
        refuses: [
          ...transitionRefusals,
          "approver_required",
          "gate_changed",
          "own_request",
          "request_drifted",
        ],
        detail: {
          operationId: "voteOnRequest",
          summary: "Approve a request, or ask for changes",
          description:
            "`hash` is that of the request as it was shown. Another one is refused with `gate_changed`. A " +
            "second vote replaces the first.",
        },
      },
    )
    .delete(
      "/requests/:request/votes",
      ({ caller: admin, params }) =>
        run({ caller: admin, params }, (caller, id) => requests.withdrawVote(caller, id)),
      {
        ...vote,
        refuses: [...transitionRefusals, "approver_required", "vote_not_found"],
        detail: { operationId: "withdrawVote", summary: "Take the own vote back" },
      },
    );
}

function transitions(deps: UiDependencies, routes: AdminRoutes) {
  const { requests } = deps.services;
  const run = doing(deps);
  return new Elysia({ tags: ["Requests"] })
    .use(routes)
    .post(
      "/requests/:request/rebase",
      ({ caller: admin, params }) =>
        run({ caller: admin, params }, (caller, id) => requests.rebase(caller, id)),
      {
        ...transition,
        refuses: [...transitionRefusals, "request_too_large"],
        detail: {
          operationId: "rebaseRequest",
          summary: "Base a request on the current state",
          description: "Costs all votes.",
        },
      },
    )
    .post(
      "/requests/:request/apply",
      ({ caller: admin, params }) =>
        run({ caller: admin, params }, (caller, id) => requests.apply(caller, id)),
      {
        ...transition,
        refuses: [
          ...transitionRefusals,
          "feature_not_found",
          "group_not_registered",
          "not_request_author",
          "parameter_invalid",
          "production_mirrors_nothing",
          "quota_exceeded",
          "request_drifted",
          "request_held",
          "request_not_approved",
          "request_scheduled",
          ...rolloutRefusals,
        ],
        detail: {
          operationId: "applyRequest",
          summary: "Apply an approved request",
          description: "Its author and admins may.",
        },
      },
    )
    .post(
      "/requests/:request/withdraw",
      ({ caller: admin, params }) =>
        run({ caller: admin, params }, (caller, id) => requests.withdraw(caller, id)),
      {
        ...transition,
        refuses: [...transitionRefusals, "not_request_author"],
        detail: {
          operationId: "withdrawRequest",
          summary: "Withdraw a request",
          description: "Its author and admins may.",
        },
      },
    )
    .post(
      "/requests/:request/adopt",
      ({ caller: admin, params }) =>
        run({ caller: admin, params }, (caller, id) => requests.adopt(caller, id)),
      {
        ...transition,
        refuses: [...transitionRefusals, "request_has_author", "request_too_large"],
        detail: {
          operationId: "adoptRequest",
          summary: "Become the author of a request whose author has left",
          description: "Costs all votes.",
        },
      },
    );
}
