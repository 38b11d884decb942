import { diffGates } from "../../core/evaluation/gate-diff.ts";
import { gateTags, tagOf } from "../../core/evaluation/gate-tags.ts";
import { closedGates, type Gates } from "../../core/evaluation/gates.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { OwnState } from "../../core/model/own-state.ts";
import type { State } from "../../core/model/state.ts";
import { effectiveToggle, ownToggle, productionOf } from "../../core/model/state-lookups.ts";
import type { RollbackDifference, RollbackPreview, ShownFeatures } from "./history-types.ts";
import { isRollbackNoticed } from "./noticed-rollback.ts";
import type { RewoundFeature } from "./rewind-history.ts";

const shownChangesMax = 100;

/** The moment of a summary. */
interface Seen {
  readonly state: State;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Sums up the effect of a rollback on features that are given in parts. Stores only the shown part.
 */
export class RollbackSummary<Shown> {
  readonly #seen: Seen;
  readonly #caller: Caller;
  readonly #shown: ShownFeatures<Shown>;
  readonly #features: Shown[] = [];
  #featureCount = 0;
  #changeCount = 0;
  #laterCount = 0;
  #stayCount = 0;
  #changedAgainCount = 0;
  #isNoticed = false;
  /** Covers all features so far. */
  #tag = tagOf("");

  constructor(seen: Seen, caller: Caller, shown: ShownFeatures<Shown>) {
    this.#seen = seen;
    this.#caller = caller;
    this.#shown = shown;
  }

  /** In steps of a feature, as gates can be large. */
  *add(features: readonly RewoundFeature[]): Generator<void, void> {
    const { state, now } = this.#seen;
    for (const each of features) {
      const difference = differenceOf(state, this.#caller, each);
      this.#featureCount++;
      this.#changeCount += difference.changeCount;
      this.#laterCount += each.laterCount;
      this.#stayCount += each.stayCount;
      this.#changedAgainCount += each.changedAgainCount;
      if (this.#features.length < this.#shown.max) {
        this.#features.push(this.#shown.show(difference));
      }
      yield;
      this.#tag = tagOf(JSON.stringify([this.#tag, ...tagParts(each)]));
      yield;
      this.#isNoticed ||= isRollbackNoticed(state, this.#caller.environment, each, now);
      yield;
    }
  }

  preview(refused: RollbackPreview<Shown>["refused"]): RollbackPreview<Shown> {
    return {
      features: this.#features,
      featureCount: this.#featureCount,
      changeCount: this.#changeCount,
      laterCount: this.#laterCount,
      stayCount: this.#stayCount,
      changedAgainCount: this.#changedAgainCount,
      isNoticed: this.#isNoticed,
      refused,
      tag: this.#tag,
    };
  }
}

function tagParts({ key, featureId, now, then, laterCount }: RewoundFeature) {
  return [key, featureId, stateTag(now), stateTag(then), laterCount];
}

function stateTag(state: OwnState): string {
  return state.kind === "own" ? gateTags(state.gates).all : state.kind;
}

function differenceOf(
  state: State,
  { environment }: Caller,
  { key, now, then, laterCount }: RewoundFeature,
): RollbackDifference {
  const ofProduction =
    ownToggle(state, productionOf(state, environment.projectId), key)?.gates ?? closedGates;
  const gatesOf = (own: OwnState): Gates =>
    own.kind === "own" ? own.gates : own.kind === "mirrored" ? ofProduction : closedGates;
  const before =
    now.kind === "missing" ? closedGates : effectiveToggle(state, environment, key).gates;
  const changes = then.kind === "missing" ? [] : diffGates(before, gatesOf(then));
  return {
    key,
    now,
    then,
    changes: changes.slice(0, shownChangesMax),
    changeCount: changes.length,
    changesByAction: Array.from(
      Map.groupBy(changes, ({ action }) => action).values(),
      ([first, ...others]) => (first === undefined ? [] : [[first, ...others] as const]),
    ).flat(),
    laterCount,
  };
}
