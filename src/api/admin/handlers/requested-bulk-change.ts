import { type BulkChange, changedTags } from "../../../app/commands/bulk-change.ts";
import { GatehouseError } from "../../../core/errors.ts";
import type { Caller } from "../../../core/model/caller.ts";
import type { Environment } from "../../../core/model/environment.ts";
import type { State } from "../../../core/model/state.ts";
import { productionOf } from "../../../core/model/state-lookups.ts";
import type { AdminCaller } from "../admin-routes.ts";
import { environmentOf } from "../asked-environment.ts";
import type { DescriptionOfFeature, BulkChange as SentChange } from "../contract/bulk-models.ts";
import { callerInEnvironment } from "./ui-dependencies.ts";

interface Requested {
  readonly caller: Caller;
  readonly change: BulkChange;
}

/**
 * The change of a request, and its author in the environment that it changes. Throws
 * `environment_not_found`, `input_invalid` and `production_token_required`.
 */
export function requestedBulkChange(
  state: State,
  params: { readonly environment: string },
  { keys, change: sent }: { readonly keys: readonly string[]; readonly change: SentChange },
  adminCaller: AdminCaller,
): Requested {
  const here = environmentOf(state, params.environment, adminCaller);
  const change = changeOf(sent, here, keys);
  const environment = changedEnvironment(state, sent, here, adminCaller);
  return { caller: callerInEnvironment(state, environment, adminCaller), change };
}

function changedEnvironment(
  state: State,
  sent: SentChange,
  here: Environment,
  adminCaller: AdminCaller,
): Environment {
  if (sent.copyTo !== undefined) {
    return environmentOf(state, String(sent.copyTo), adminCaller);
  }
  if (sent.delete === undefined) {
    return here;
  }
  if (adminCaller.token !== null && here.kind !== "production") {
    throw new GatehouseError("production_token_required");
  }
  return productionOf(state, here.projectId);
}

function changeOf(sent: SentChange, here: Environment, keys: readonly string[]): BulkChange {
  const { tags, ownerId, longevity, describe, percentageOfActors } = sent;
  if (sent.enable !== undefined) {
    return { kind: "gate", change: { action: "enable" } };
  }
  if (sent.clear !== undefined) {
    return { kind: "gate", change: { action: "clear" } };
  }
  if (percentageOfActors !== undefined) {
    return { kind: "gate", change: { action: "percentage_of_actors", value: percentageOfActors } };
  }
  if (sent.copyTo !== undefined) {
    return { kind: "copy", from: here };
  }
  if (sent.mirror !== undefined) {
    return { kind: "mirror" };
  }
  if (sent.delete !== undefined) {
    return { kind: "delete", retires: sent.delete === true ? undefined : sent.delete.retire };
  }
  if (tags !== undefined) {
    const { add = [], remove = [] } = tags;
    const described: Described = (feature) => ({ tags: changedTags(feature, { add, remove }) });
    return { kind: "describe", described, ownerIds: [] };
  }
  if (ownerId !== undefined) {
    const ownerIds = ownerId === null ? [] : [ownerId];
    return { kind: "describe", described: () => ({ ownerId }), ownerIds };
  }
  if (longevity !== undefined) {
    return { kind: "describe", described: () => ({ longevity }), ownerIds: [] };
  }
  return describedEach(describe ?? [], keys);
}

type Described = (BulkChange & { readonly kind: "describe" })["described"];

function describedEach(
  features: readonly DescriptionOfFeature[],
  keys: readonly string[],
): BulkChange {
  const byKey = new Map(features.map(({ key, ...described }) => [key, described]));
  if (
    byKey.size !== features.length ||
    byKey.size !== keys.length ||
    !keys.every((key) => byKey.has(key))
  ) {
    throw new GatehouseError("input_invalid", {
      message: "describe must have each of the keys once",
      place: "change.describe",
    });
  }
  const ownerIds = features.flatMap(({ ownerId }) =>
    ownerId === undefined || ownerId === null ? [] : [ownerId],
  );
  return {
    kind: "describe",
    described: ({ key }) => byKey.get(key) ?? {},
    ownerIds: new Set(ownerIds),
  };
}
