import type { ActorFeature } from "../../api/admin/contract/actor-feature-models.ts";
import type { TimedChange } from "../past/use-change-times.ts";

export const actorShows = ["all", "on", "off", "differs", "close"] as const;
export type ActorShow = (typeof actorShows)[number];

export type ActorState = "on" | "off" | "chance" | "missing";

/** A feature at the moment of the page. */
export interface ShownFeature {
  /** With the reason of the moment; of now for a feature that did not exist. */
  readonly row: ActorFeature;
  readonly state: ActorState;
  /** Null if the page shows now. */
  readonly now: ActorState | null;
  readonly differs: boolean;
  /** The latest change since the moment; null if it is not known. */
  readonly changed: TimedChange | null;
}

export function shownNow(features: readonly ActorFeature[]): readonly ShownFeature[] {
  return features.map((row) => ({
    row,
    state: row.enabled ? "on" : "off",
    now: null,
    differs: row.environments.some(({ enabled }) => enabled !== row.enabled),
    changed: null,
  }));
}

/** The features of a moment next to those of now, by key; those that were created since, too. */
export function shownThen(
  then: readonly ActorFeature[],
  now: readonly ActorFeature[],
  changes: ReadonlyMap<string, TimedChange>,
): readonly ShownFeature[] {
  const rowOf = (
    row: ActorFeature,
    before: ActorFeature | undefined,
    current: ActorFeature | undefined,
  ): ShownFeature => ({
    ...comparedRow(row, before, current),
    changed: changes.get(row.key) ?? null,
  });
  const nowByKey = new Map(now.map((feature) => [feature.key, feature]));
  const thenKeys = new Set(then.map(({ key }) => key));
  const isNew = ({ key }: ActorFeature) => !thenKeys.has(key);
  return [
    ...then.map((row) => rowOf(row, row, nowByKey.get(row.key))),
    ...now.filter(isNew).map((row) => rowOf(row, undefined, row)),
  ].sort((left, right) => (left.row.key < right.row.key ? -1 : 1));
}

function comparedRow(
  row: ActorFeature,
  then: ActorFeature | undefined,
  now: ActorFeature | undefined,
): Omit<ShownFeature, "changed"> {
  const [state, stateNow] = [stateOf(then), stateOf(now)];
  const isCertain = state !== "chance" && stateNow !== "chance";
  const differs = isCertain && (state === "on") !== (stateNow === "on");
  return { row, state, now: stateNow, differs };
}

function stateOf(row: ActorFeature | undefined): ActorState {
  if (row === undefined) {
    return "missing";
  }
  if (row.chance) {
    return "chance";
  }
  return row.enabled ? "on" : "off";
}

function isShown({ row, state, differs }: ShownFeature, show: ActorShow): boolean {
  switch (show) {
    case "all":
      return true;
    case "on":
      return state === "on";
    case "off":
      return state === "off";
    case "differs":
      return differs;
    case "close":
      return row.isClose && state === "off";
  }
}

export function countsOf(rows: readonly ShownFeature[]): ReadonlyMap<ActorShow, number> {
  return new Map(actorShows.map((show) => [show, rows.filter((row) => isShown(row, show)).length]));
}

export function matchingRows(
  rows: readonly ShownFeature[],
  show: ActorShow,
  text: string,
): readonly ShownFeature[] {
  const wanted = text.trim().toLowerCase();
  return rows.filter((each) => isShown(each, show) && each.row.key.toLowerCase().includes(wanted));
}
