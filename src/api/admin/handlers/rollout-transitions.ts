import { Elysia } from "elysia";
import type { Refusal } from "../../../core/errors.ts";
import type { Caller } from "../../../core/model/caller.ts";
import type { Rollout } from "../../../core/model/rollout.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import { commandRefusals } from "../admin-refusals.ts";
import type { AdminCaller, AdminRoutes } from "../admin-routes.ts";
import {
  RolloutOutcome,
  RolloutPath,
  RolloutResume,
  RolloutTransition,
} from "../contract/rollout-models.ts";
import { AskedRollouts } from "./asked-rollouts.ts";
import { planRefusals } from "./sent-plan.ts";
import { type UiDependencies, written } from "./ui-dependencies.ts";

const transitionRefusals = [
  "rollout_ended",
  "rollout_not_found",
  ...commandRefusals,
] as const satisfies readonly Refusal[];

/** Refusals of what lets a rollout go on in a protected environment. */
const letOnRefusals = [
  "approver_required",
  "change_request_required",
  "own_request",
  "rollout_without_author",
] as const satisfies readonly Refusal[];

const transition = {
  role: "member",
  environmentToken: "writer",
  hostedOnly: "for_clients",
  params: RolloutPath,
  response: { 200: answered(RolloutOutcome, "The rollout after the change") },
} as const;

interface OfRoute {
  readonly caller: AdminCaller;
  readonly params: { readonly rollout: string };
}

/** Returns a function that makes a transition of the rollout of a route. */
function doing(deps: UiDependencies) {
  const asked = new AskedRollouts(deps);
  return async (
    { caller: admin, params }: OfRoute,
    work: (caller: Caller, id: number) => Promise<Rollout>,
  ) => {
    const found = await asked.rollout(admin, params.rollout);
    const rollout = await work(asked.callerOf(admin, found), found.id);
    return {
      ...written(deps.services.writer.state, admin),
      rollout: asked.row(admin, rollout),
    };
  };
}

/** What people do with rollouts. */
export function rolloutTransitions(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia().use(interruptions(deps, routes)).use(decisions(deps, routes));
}

function interruptions(deps: UiDependencies, routes: AdminRoutes) {
  const { rollouts } = deps.services;
  const run = doing(deps);
  return new Elysia({ tags: ["Rollouts"] })
    .use(routes)
    .post(
      "/rollouts/:rollout/pause",
      ({ caller: admin, params }) =>
        run({ caller: admin, params }, (caller, id) =>
          rollouts.pause(caller, id, caller.reason ?? null),
        ),
      {
        ...transition,
        body: withExample(RolloutTransition, { reason: "Wait for the fix" }),
        refuses: [...transitionRefusals, "rollout_not_running"],
        detail: {
          operationId: "pauseRollout",
          summary: "Pause a rollout",
          description: "The gates stay as they are. The remaining time of the step is kept.",
        },
      },
    )
    .post(
      "/rollouts/:rollout/resume",
      ({ caller: admin, params }) =>
        run({ caller: admin, params }, (caller, id) =>
          rollouts.resume(caller, id, caller.reason ?? null),
        ),
      {
        ...transition,
        body: withExample(RolloutResume, { reason: "The fix is deployed" }),
        refuses: [...transitionRefusals, ...letOnRefusals, "rollout_not_held"],
        detail: {
          operationId: "resumeRollout",
          summary: "Let a paused or held rollout go on",
          description:
            "If the gates were changed, the rollout goes on from the changed gates. A protected environment " +
            "then needs approval.",
        },
      },
    );
}

function decisions(deps: UiDependencies, routes: AdminRoutes) {
  const { rollouts } = deps.services;
  const run = doing(deps);
  return new Elysia({ tags: ["Rollouts"] })
    .use(routes)
    .post(
      "/rollouts/:rollout/skip",
      ({ caller: admin, params }) =>
        run({ caller: admin, params }, (caller, id) =>
          rollouts.skip(caller, id, caller.reason ?? null),
        ),
      {
        ...transition,
        body: withExample(RolloutResume, { reason: "No errors in the first hour" }),
        refuses: [
          ...transitionRefusals,
          ...letOnRefusals,
          "reason_required",
          "rollout_not_running",
          ...planRefusals,
        ],
        detail: {
          operationId: "skipStep",
          summary: "Make the next step at once",
          description:
            "Needs a `reason`, and in a protected environment the right to approve. After the last step the " +
            "rollout is done.",
        },
      },
    )
    .post(
      "/rollouts/:rollout/stop",
      ({ caller: admin, params }) =>
        run({ caller: admin, params }, (caller, id) =>
          rollouts.stop(caller, id, caller.reason ?? null),
        ),
      {
        ...transition,
        body: withExample(RolloutTransition, { reason: "Orders fail" }),
        refuses: [...transitionRefusals, "reason_required"],
        detail: {
          operationId: "stopRollout",
          summary: "Stop a rollout and restore the gates before it",
          description:
            "Needs a `reason`, but no approval. Gates that something else has changed stay as they are.",
        },
      },
    )
    .post(
      "/rollouts/:rollout/adopt",
      ({ caller: admin, params }) =>
        run({ caller: admin, params }, (caller, id) =>
          rollouts.adopt(caller, id, caller.reason ?? null),
        ),
      {
        ...transition,
        body: withExample(RolloutTransition, { reason: "Grace has left" }),
        refuses: [...transitionRefusals, "rollout_has_author"],
        detail: {
          operationId: "adoptRollout",
          summary: "Become the author of a rollout whose author has left",
        },
      },
    );
}
