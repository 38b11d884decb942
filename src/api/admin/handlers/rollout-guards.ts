import { Elysia } from "elysia";
import type { GuardReport, RatedCounts } from "../../../app/rollouts/guard-reports.ts";
import { noEvidence } from "../../../core/guards/guard-evidence.ts";
import { verdict } from "../../../core/guards/guard-verdict.ts";
import type { Rollout } from "../../../core/model/rollout.ts";
import { answered } from "../../../http/declared/documented-schemas.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { type GuardStanding, RolloutGuards, RolloutPath } from "../contract/rollout-models.ts";
import { AskedRollouts } from "./asked-rollouts.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

/** What the guards of a rollout see (docs/rollouts.md#guards). */
export function rolloutGuards(deps: UiDependencies, routes: AdminRoutes) {
  const { guardReports } = deps.services;
  const asked = new AskedRollouts(deps);
  return new Elysia({ tags: ["Rollouts"] }).use(routes).get(
    "/rollouts/:rollout/guards",
    async ({ caller, params }) => {
      const rollout = await asked.rollout(caller, params.rollout);
      const reports = (await guardReports?.of(rollout)) ?? withoutTelemetry(rollout);
      return { guards: reports.map(standingOf) };
    },
    {
      role: "viewer",
      environmentToken: "reader",
      hostedOnly: "for_clients",
      params: RolloutPath,
      response: { 200: answered(RolloutGuards, "What each guard sees") },
      refuses: ["rollout_not_found", "unavailable"],
      detail: {
        operationId: "listGuards",
        summary: "Show what the guards of a rollout see",
        description:
          "Computed from the minutes that the guards have read, which are stored until 30 days after the " +
          "latest one.",
      },
    },
  );
}

function standingOf({ counts, ...report }: GuardReport): GuardStanding {
  return {
    ...report,
    enabled: shownCounts(counts.enabled),
    disabled: shownCounts(counts.disabled),
  };
}

function shownCounts({ rate, ...counts }: RatedCounts) {
  return { ...counts, rate: counts.total === 0 ? null : rate };
}

/** A server without telemetry counts no outcomes. */
function withoutTelemetry({ guards }: Rollout): readonly GuardReport[] {
  const none = { total: 0, bad: 0, rate: 0 };
  return guards.map((guard) => {
    const { state, evidence, limit } = verdict(noEvidence, guard, guards.length);
    const counts = { enabled: none, disabled: none };
    return { ...{ guard, state, evidence, limit, counts }, through: null, points: [] };
  });
}
