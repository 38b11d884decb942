import { Elysia } from "elysia";
import { exactFeatureKey } from "../../../core/evaluation/feature-key.ts";
import {
  activeRolloutStates,
  isActiveRollout,
  type Rollout,
  rolloutStates,
} from "../../../core/model/rollout.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import type { RolloutQuery } from "../../../storage/governance-queries.ts";
import type { StorageReads } from "../../../storage/storage.ts";
import { commandRefusals } from "../admin-refusals.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { environmentOf } from "../asked-environment.ts";
import { pageSizeDefault } from "../contract/page-models.ts";
import {
  NewRollout,
  RolloutAnswer,
  RolloutList,
  RolloutListQuery,
  RolloutOutcome,
  RolloutPath,
} from "../contract/rollout-models.ts";
import { EnvironmentPath } from "../contract/shared-models.ts";
import { AskedRollouts } from "./asked-rollouts.ts";
import { pageOf } from "./page-of-rows.ts";
import { requestBodyBytesMax } from "./request-controller.ts";
import { rolloutGuards } from "./rollout-guards.ts";
import { rolloutPreview } from "./rollout-preview.ts";
import { rolloutTransitions } from "./rollout-transitions.ts";
import { planOf, planRefusals } from "./sent-plan.ts";
import { callerInPath, type UiDependencies, written } from "./ui-dependencies.ts";

const examplePlan = {
  key: "search",
  steps: [
    { change: { kind: "percentage_of_actors", value: 5 }, for: 86_400 },
    { change: { kind: "percentage_of_actors", value: 25 }, for: 86_400 },
    { change: { kind: "percentage_of_actors", value: 100 } },
  ],
  guards: [{ name: "checkout", tolerate: { relative: 0.1 } }],
} as const;

/** A few at a time, as each may have 8 MiB. */
const readAtOnce = 5;
/** The length of the steps of a page, in characters of JSON. */
const pageSizeMax = 8 * 1024 * 1024;

/** Rollouts (docs/admin-api.md#rollouts). */
export function rolloutController(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia()
    .use(rolloutReads(deps, routes))
    .use(rolloutStart(deps, routes))
    .use(rolloutTransitions(deps, routes))
    .use(rolloutPreview(deps, routes))
    .use(rolloutGuards(deps, routes));
}

function rolloutReads(deps: UiDependencies, routes: AdminRoutes) {
  const { writer, reads } = deps.services;
  const asked = new AskedRollouts(deps);
  return new Elysia({ tags: ["Rollouts"] })
    .use(routes)
    .get(
      "/environments/:environment/rollouts",
      async ({ caller, params, query }) => {
        const { id: environmentId } = environmentOf(writer.state, params.environment, caller);
        const { state: wanted = "active", key = null, limit = pageSizeDefault } = query;
        const before = query.before ?? Number.MAX_SAFE_INTEGER;
        const states = wanted === "all" ? null : statesOf(wanted);
        const found = await readPage(reads, { environmentId, key, states, before, limit });
        return { rollouts: found.rows.map((each) => asked.row(caller, each)), next: found.next };
      },
      {
        role: "viewer",
        environmentToken: "reader",
        hostedOnly: "for_clients",
        params: EnvironmentPath,
        query: RolloutListQuery,
        response: { 200: answered(RolloutList, "A page of the rollouts") },
        refuses: ["environment_not_found", "unavailable"],
        detail: { operationId: "listRollouts", summary: "List the rollouts of an environment" },
      },
    )
    .get(
      "/rollouts/:rollout",
      async ({ caller, params }) => ({
        rollout: asked.row(caller, await asked.rollout(caller, params.rollout)),
      }),
      {
        role: "viewer",
        environmentToken: "reader",
        hostedOnly: "for_clients",
        params: RolloutPath,
        response: { 200: answered(RolloutAnswer, "The rollout") },
        refuses: ["rollout_not_found", "unavailable"],
        detail: { operationId: "getRollout", summary: "Show a rollout" },
      },
    );
}

/** A page of at most `limit` rollouts; one with large plans has fewer. */
async function readPage(reads: StorageReads, { limit, ...query }: RolloutQuery) {
  const rows: Rollout[] = [];
  let { before } = query;
  let size = 0;
  while (rows.length <= limit && size <= pageSizeMax) {
    const some = await reads.rollouts({ ...query, before, limit: readAtOnce });
    for (const each of some) {
      rows.push(each);
      size += JSON.stringify(each.steps).length;
      before = each.id;
    }
    if (some.length < readAtOnce) {
      return pageOf(rows, ({ id }) => id, limit);
    }
  }
  return pageOf(rows, ({ id }) => id, Math.min(limit, rows.length - 1));
}

function statesOf(wanted: "active" | "ended") {
  return wanted === "active"
    ? activeRolloutStates
    : rolloutStates.filter((state) => !isActiveRollout({ state }));
}

function rolloutStart(deps: UiDependencies, routes: AdminRoutes) {
  const { writer, rollouts } = deps.services;
  const asked = new AskedRollouts(deps);
  return new Elysia({ tags: ["Rollouts"] }).use(routes).post(
    "/environments/:environment/rollouts",
    async ({ caller: adminCaller, params, body }) => {
      const caller = callerInPath(writer.state, params.environment, adminCaller);
      const key = exactFeatureKey(body.key);
      const rollout = await rollouts.start(caller, {
        ...planOf(body),
        ...{ key, reason: caller.reason ?? null },
      });
      return { ...written(writer.state, adminCaller), rollout: asked.row(adminCaller, rollout) };
    },
    {
      role: "member",
      environmentToken: "writer",
      hostedOnly: "for_clients",
      params: EnvironmentPath,
      bodyBytesMax: requestBodyBytesMax,
      body: withExample(NewRollout, examplePlan),
      response: { 200: answered(RolloutOutcome, "The rollout") },
      refuses: [
        ...planRefusals,
        "change_request_required",
        "environment_not_found",
        "rollout_empty",
        "rollout_limit",
        "rollout_running",
        "rollout_too_large",
        ...commandRefusals,
      ],
      detail: {
        operationId: "startRollout",
        summary: "Start a rollout of a feature",
        description:
          "A schedule is a rollout of one step with `start`. A protected environment needs approval: with " +
          "`request` the plan becomes a change request, whose approval covers all steps.",
      },
    },
  );
}
