import type { Gates } from "../../core/evaluation/gates.ts";
import { changedSet, type SortedSet } from "../../core/evaluation/sorted-set.ts";
import type { HistoryAudit } from "../../core/model/audit.ts";
import { patchBetween } from "../../core/model/difference-of.ts";
import type { GatePatch, SetDifference } from "../../core/model/gate-difference.ts";
import type { OwnState } from "../../core/model/own-state.ts";
import type { FeatureRewind } from "../commands/feature-rewind.ts";

type Gate = keyof GatePatch;
type SetName = "groups" | "actors";

const setNames: readonly Gate[] = ["groups", "actors"] satisfies readonly SetName[];

/** The gates of a feature without the changes of one step. */
export interface GatesWithoutStep {
  readonly gates: Gates;
  /** How many later audits changed a gate that returns, and how many changed none. */
  readonly later: { readonly undone: number; readonly stay: number };
  /** How many members of the step were changed again later, and stay as they are. */
  readonly changedAgain: number;
}

/**
 * Watches a feature's rewind to the moment before a step: the gates right after the step, and what
 * later audits changed.
 */
export class StepWatch {
  readonly isUndone: (audit: HistoryAudit) => boolean;
  #after: OwnState | null = null;
  #isReplaced = false;
  /** How many later audits changed the same gates, by the gates. */
  readonly #laterCounts = new Map<string, number>();
  readonly #laterMembers: Readonly<Record<SetName, Set<string>>> = {
    groups: new Set(),
    actors: new Set(),
  };

  constructor(step: number) {
    this.isUndone = (audit) => audit.step === step;
  }

  /** The gates right after the step; null if it did not change the feature. */
  get after(): OwnState | null {
    return this.#after;
  }

  /** Call it before the audit is undone. */
  readonly onAudit = (audit: HistoryAudit, rewind: FeatureRewind): void => {
    if (this.isUndone(audit)) {
      this.#after ??= rewind.state;
    } else {
      this.#noteLater(audit);
    }
  };

  /**
   * The gates `now` with the step's gates as they were before it; members that were changed again
   * later stay. Null if the step or a later audit changed more than gates.
   */
  without(now: OwnState, before: OwnState): GatesWithoutStep | null {
    const after = this.#after;
    if (this.#isReplaced || now.kind !== "own" || before.kind !== "own" || after?.kind !== "own") {
      return null;
    }
    const { groups, actors, ...values } = patchBetween(after.gates, before.gates);
    const changed = Object.keys(values);
    const undone = [...this.#laterCounts]
      .filter(([gates]) => gates.split(" ").some((gate) => changed.includes(gate)))
      .reduce((sum, [, count]) => sum + count, 0);
    const all = [...this.#laterCounts.values()].reduce((sum, count) => sum + count, 0);
    return {
      gates: {
        ...now.gates,
        ...values,
        groups: this.#setWithout("groups", now.gates.groups, groups),
        actors: this.#setWithout("actors", now.gates.actors, actors),
      },
      later: { undone, stay: all - undone },
      changedAgain: this.#changedAgain("groups", groups) + this.#changedAgain("actors", actors),
    };
  }

  #noteLater(audit: HistoryAudit): void {
    const { difference, action, value } = audit;
    if (difference === null || difference === "large") {
      return;
    }
    switch (difference.kind) {
      case "none":
      case "too_large":
        this.#count([]);
        return;
      case "flipped": {
        const set = action.endsWith("_actor") ? "actors" : "groups";
        this.#laterMembers[set].add(value ?? "");
        this.#count([set]);
        return;
      }
      case "percentage":
        this.#count([
          action === "percentage_of_actors" ? "percentageOfActors" : "percentageOfTime",
        ]);
        return;
      case "expression":
        this.#count(["expression"]);
        return;
      case "changed":
        this.#noteMembers("groups", difference.patch.groups);
        this.#noteMembers("actors", difference.patch.actors);
        this.#count(Object.keys(difference.patch) as Gate[]);
        return;
      default:
        this.#isReplaced = true;
    }
  }

  /** Changes of members never undo later ones: those members stay. */
  #count(gates: readonly Gate[]): void {
    const key = gates.filter((gate) => !setNames.includes(gate)).join(" ");
    this.#laterCounts.set(key, (this.#laterCounts.get(key) ?? 0) + 1);
  }

  #noteMembers(name: SetName, set: SetDifference | undefined): void {
    for (const member of set === undefined ? [] : [...set.added, ...set.removed]) {
      this.#laterMembers[name].add(member);
    }
  }

  #setWithout(name: SetName, now: SortedSet, set: SetDifference | undefined): SortedSet {
    const later = this.#laterMembers[name];
    const untouched = (members: readonly string[]) => members.filter((each) => !later.has(each));
    return set === undefined ? now : changedSet(now, untouched(set.added), untouched(set.removed));
  }

  #changedAgain(name: SetName, set: SetDifference | undefined): number {
    const later = this.#laterMembers[name];
    const members = set === undefined ? [] : [...set.added, ...set.removed];
    return members.filter((each) => later.has(each)).length;
  }
}
