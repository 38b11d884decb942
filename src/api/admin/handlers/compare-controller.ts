import { Elysia } from "elysia";
import {
  type ComparedFeature as Compared,
  type Comparison,
  compareGates,
} from "../../../app/services/compare-environments.ts";
import { featureStateOf, type Gates } from "../../../core/evaluation/gates.ts";
import { answered } from "../../../http/declared/documented-schemas.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { environmentOf } from "../asked-environment.ts";
import {
  ComparedEnvironments,
  type ComparedFeature,
  EnvironmentPair,
} from "../contract/environment-models.ts";
import { objectWithRows, streamedJson } from "../json-answers.ts";
import { gatesSummary } from "./gates-summary.ts";
import type { UiDependencies } from "./ui-dependencies.ts";
import { wholeGates } from "./whole-gates.ts";

/** The differences between two environments (docs/admin-api.md#routes). */
export function compareController({ services }: UiDependencies, routes: AdminRoutes) {
  const { writer, features, snapshots } = services;
  return new Elysia({ tags: ["Environments"] }).use(routes).get(
    "/compare",
    async ({ caller, query, request }) => {
      const { state } = writer;
      const left = environmentOf(state, query.a, caller);
      const right = environmentOf(state, query.b, caller);
      const [ofLeft, ofRight] = [snapshots.of(state, left), snapshots.of(state, right)];
      const comparison: Comparison = await features.compare(left, right);
      const { featureCount, differingCount: differentCount } = comparison;
      const rows =
        query.gates === undefined
          ? comparedRows(comparison, ofLeft, ofRight)
          : differingRows(ofLeft, ofRight);
      return streamedJson(
        request,
        objectWithRows({ featureCount, differentCount }, "features", rows),
      );
    },
    {
      role: "viewer",
      hostedOnly: true,
      query: EnvironmentPair,
      response: { 200: answered(ComparedEnvironments, "The features of both environments") },
      refuses: ["input_invalid", "environment_not_found"],
      detail: { operationId: "compareEnvironments", summary: "Compare two environments" },
    },
  );
}

interface FoundToggles {
  find(key: string): { readonly gates: Gates } | undefined;
}

interface AllToggles {
  eachToggle(): Iterable<{ readonly key: string; readonly gates: Gates }>;
}

function* comparedRows(
  { features }: Comparison,
  left: FoundToggles,
  right: FoundToggles,
): Generator<ComparedFeature> {
  for (const compared of features) {
    const [ofLeft, ofRight] = [left.find(compared.key), right.find(compared.key)];
    if (ofLeft !== undefined && ofRight !== undefined) {
      yield comparedFeature(compared, ofLeft.gates, ofRight.gates);
    }
  }
}

/** The features that differ, with all gates. */
function* differingRows(left: AllToggles, right: FoundToggles): Generator<ComparedFeature> {
  for (const { key, gates: ofLeft } of left.eachToggle()) {
    const ofRight = right.find(key)?.gates ?? ofLeft;
    const gates = ofRight === ofLeft ? [] : compareGates(ofLeft, ofRight);
    if (gates.length > 0) {
      const row = comparedFeature({ key, gates }, ofLeft, ofRight);
      yield {
        ...row,
        left: { ...row.left, allGates: wholeGates(ofLeft) },
        right: { ...row.right, allGates: wholeGates(ofRight) },
      };
    }
  }
}

function comparedFeature(
  { key, gates }: Pick<Compared, "key" | "gates">,
  left: Gates,
  right: Gates,
): ComparedFeature {
  const actors = gates.find(({ gate }) => gate === "actors");
  const only = actors !== undefined && "onlyLeft" in actors ? actors : undefined;
  return {
    key,
    isDifferent: gates.length > 0,
    left: { state: featureStateOf(left), gates: gatesSummary(left) },
    right: { state: featureStateOf(right), gates: gatesSummary(right) },
    actorsOnlyLeft: only?.onlyLeft.count ?? 0,
    actorsOnlyRight: only?.onlyRight.count ?? 0,
  };
}
