import type { Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { GatehouseError } from "../../errors.ts";
import { jsonResponse } from "../../http/response/json-response.ts";
import type { Caller } from "../../model/caller.ts";
import { featureFate } from "../../services/feature-fate.ts";
import type {
  HistoryTarget,
  RollbackDifference,
  RollbackPreview,
  ShownFeatures,
} from "../../services/history-types.ts";
import type { Services } from "../../services/services.ts";
import { exactFeatureKey } from "../../toggles/feature-key.ts";
import { changeValue } from "../../toggles/gate-change.ts";
import { checkedDocument } from "./checked-document.ts";
import type { GatehouseOptions } from "./gatehouse-options.ts";
import { rollbackDocs } from "./rollback-docs.ts";
import { type RollbackModel, RollbackRequestModel } from "./rollback-model.ts";
import { timeIn } from "./time-parameter.ts";

type Asked = Static<typeof RollbackRequestModel>;

const wholeFeature: ShownFeatures<RollbackDifference> = { max: 1, show: (feature) => feature };

const readRequest = checkedDocument(RollbackRequestModel);

/** POST gatehouse/rollback (docs/api.md#rollback). */
export function rollbackController({ access, services, documented }: GatehouseOptions) {
  return new Elysia().post(
    "/gatehouse/rollback",
    async ({ request }) => {
      const caller = access.writer(request);
      const { signal } = request;
      const asked = await readRequest(request);
      const key = exactFeatureKey(asked.key);
      const isDryRun = asked.dry_run === true;
      const target = targetOf(key, asked);
      const done = isDryRun
        ? await preview(services, { caller, signal }, target, asked.tag)
        : await services.history.rollback(caller, target, asked.tag, wholeFeature, signal);
      if (done.features.length === 0) {
        requireKnown(services, caller, key);
      }
      return jsonResponse(JSON.stringify(rollbackModel(key, done, !isDryRun)));
    },
    { parse: "none", detail: rollbackDocs(documented) },
  );
}

function targetOf(key: string, { to, at }: Asked): HistoryTarget {
  if ((to === undefined) === (at === undefined)) {
    throw new GatehouseError("parameter_invalid", { message: "Either to or at must be given" });
  }
  return to === undefined
    ? { kind: "at", time: timeIn("at", at ?? ""), keys: [key] }
    : { kind: "after", sequence: to, keys: [key] };
}

async function preview(
  { history }: Services,
  { caller, signal }: { readonly caller: Caller; readonly signal: AbortSignal },
  target: HistoryTarget,
  tag: string | undefined,
): Promise<RollbackPreview<RollbackDifference>> {
  const previewed = await history.preview(caller, target, wholeFeature, signal);
  const { refused } = previewed;
  if (tag !== undefined && tag !== previewed.tag) {
    throw new GatehouseError("gate_changed");
  }
  if (refused !== null) {
    throw new GatehouseError(refused.refusal, { message: refused.message });
  }
  return previewed;
}

/** A key without a feature and without anything to take back is misspelt. */
function requireKnown({ features }: Services, caller: Caller, key: string): void {
  features.get(caller, key);
}

function rollbackModel(
  key: string,
  done: RollbackPreview<RollbackDifference>,
  isDone: boolean,
): RollbackModel {
  const [feature] = done.features;
  return {
    key,
    feature: feature === undefined ? null : featureFate(feature.now, feature.then),
    changes: (feature?.changes ?? []).map((change) => ({
      action: change.action,
      value: changeValue(change),
    })),
    change_count: done.changeCount,
    later_count: done.laterCount,
    tag: done.tag,
    done: isDone,
  };
}
