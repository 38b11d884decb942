import { Elysia } from "elysia";
import { featureFate } from "../../../app/services/feature-fate.ts";
import type { HistoryService } from "../../../app/services/history-service.ts";
import type {
  HistoryTarget,
  RollbackDifference,
  RollbackPreview,
  ShownFeatures,
} from "../../../app/services/history-types.ts";
import { GatehouseError } from "../../../core/errors.ts";
import { exactFeatureKey } from "../../../core/evaluation/feature-key.ts";
import { changeValue } from "../../../core/evaluation/gate-change.ts";
import type { Caller } from "../../../core/model/caller.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import { commandRefusals } from "../admin-refusals.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { RollbackAnswer, RollbackRequest } from "../contract/rollback-models.ts";
import { EnvironmentPath } from "../contract/shared-models.ts";
import { callerInPath, type UiDependencies, written } from "./ui-dependencies.ts";

interface Asked {
  readonly to?: number;
  readonly at?: number;
  readonly tag?: string;
  readonly typed?: string;
}

type Rolled = RollbackPreview<RollbackDifference>;

const wholeFeature: ShownFeatures<RollbackDifference> = { max: 1, show: (feature) => feature };

/** Returns a feature's gates to an earlier state (docs/admin-api.md#routes). */
export function rollbackController({ services }: UiDependencies, routes: AdminRoutes) {
  const { writer, history, features } = services;
  return new Elysia({ tags: ["Audits"] }).use(routes).post(
    "/environments/:environment/rollback",
    async ({ caller: adminCaller, params, body, request }) => {
      const caller = callerInPath(writer.state, params.environment, adminCaller);
      const { signal } = request;
      const key = exactFeatureKey(body.key);
      const target = targetOf(key, body);
      const rolled =
        body.preview === true
          ? await previewed(history, { caller, signal }, target, body)
          : await rolledBack(history, { caller, signal }, key, target, body);
      if (rolled.features.length === 0) {
        // An unknown key without anything to undo is misspelt.
        features.get(caller, key);
      }
      return {
        ...rollbackAnswer(key, rolled),
        done: body.preview !== true,
        ...written(writer.state, adminCaller),
      };
    },
    {
      role: "member",
      environmentToken: "writer",
      params: EnvironmentPath,
      body: withExample(RollbackRequest, { key: "search", to: 1, preview: true }),
      response: { 200: answered(RollbackAnswer, "What was changed, or would be changed") },
      refuses: [
        "environment_not_found",
        "feature_not_found",
        "feature_name_missing",
        "audit_not_found",
        "undo_impossible",
        "gate_changed",
        "confirmation_required",
        "group_not_registered",
        "quota_exceeded",
        "parameter_invalid",
        ...commandRefusals,
      ],
      detail: {
        operationId: "rollBackFeature",
        summary: "Return the gates of a feature to an earlier state",
        description:
          "Returns the gates to their state right after an audit, or at a time. All later changes of " +
          "the feature are undone in one step. A feature that was deleted since then is created again; " +
          "a feature that did not exist then gets no gates.",
      },
    },
  );
}

function targetOf(key: string, { to, at }: Asked): HistoryTarget {
  if (to !== undefined && at === undefined) {
    return { kind: "after", sequence: to, key };
  }
  if (at !== undefined && to === undefined) {
    return { kind: "at", time: at, key };
  }
  throw new GatehouseError("input_invalid", {
    message: "Either to or at must be sent",
    place: "to",
  });
}

interface Asking {
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

async function previewed(
  history: HistoryService,
  { caller, signal }: Asking,
  target: HistoryTarget,
  { tag }: Asked,
): Promise<Rolled> {
  const preview = await history.preview(caller, target, wholeFeature, signal);
  const { refused } = preview;
  if (tag !== undefined && tag !== preview.tag) {
    throw new GatehouseError("gate_changed");
  }
  if (refused !== null) {
    throw new GatehouseError(refused.refusal, { message: refused.message });
  }
  return preview;
}

async function rolledBack(
  history: HistoryService,
  asking: Asking,
  key: string,
  target: HistoryTarget,
  asked: Asked,
): Promise<Rolled> {
  const { caller, signal } = asking;
  const confirm = ({ isNoticed }: Rolled) => {
    if (isNoticed && asked.typed !== key) {
      throw new GatehouseError("confirmation_required");
    }
  };
  return history.rollback(caller, target, { tag: asked.tag, confirm }, wholeFeature, signal);
}

function rollbackAnswer(key: string, rolled: Rolled) {
  const [feature] = rolled.features;
  return {
    key,
    feature: feature === undefined ? null : featureFate(feature.now, feature.then),
    changes: (feature?.changes ?? []).map((change) => ({
      action: change.action,
      value: changeValue(change),
    })),
    changeCount: rolled.changeCount,
    laterCount: rolled.laterCount,
    mustType: rolled.isNoticed,
    tag: rolled.tag,
  };
}
