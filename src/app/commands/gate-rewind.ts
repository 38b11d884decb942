import type { Gates } from "../../core/evaluation/gates.ts";
import { changedSet, type SortedSet } from "../../core/evaluation/sorted-set.ts";
import type { HistoryAudit } from "../../core/model/audit.ts";
import type { GateDifference, GatePatch, SetDifference } from "../../core/model/gate-difference.ts";

type SetName = "groups" | "actors";

/** With more members, a set is changed at once instead of collecting them. */
const collectedMax = 1_000;

/**
 * Rewinds gates through their audits. Members are collected until the gates are read: 100,000
 * audits of single actors must not copy the list of all actors each.
 */
export class GateRewind {
  /** The gates without the collected members. */
  #gates: Gates;
  /** Whether each changed member was in the set. */
  readonly #members: Record<SetName, Map<string, boolean>> = {
    groups: new Map(),
    actors: new Map(),
  };

  constructor(gates: Gates) {
    this.#gates = gates;
  }

  /** The gates before the audits that were undone so far. */
  get gates(): Gates {
    return {
      ...this.#gates,
      groups: this.#set("groups"),
      actors: this.#set("actors"),
    };
  }

  /** Undoes a change of gates; returns false if the difference is not one. */
  takeBack({ action, value }: HistoryAudit, difference: GateDifference): boolean {
    switch (difference.kind) {
      case "none":
        return true;
      case "flipped":
        return this.#flip(action, value);
      case "percentage":
        this.#gates =
          action === "percentage_of_actors"
            ? { ...this.#gates, percentageOfActors: difference.before }
            : { ...this.#gates, percentageOfTime: difference.before };
        return true;
      case "expression":
        this.#gates = { ...this.#gates, expression: difference.before };
        return true;
      case "changed":
        this.#apply(difference.patch);
        return true;
      default:
        return false;
    }
  }

  #flip(action: HistoryAudit["action"], value: string | null): boolean {
    const set = action.endsWith("_actor") ? "actors" : "groups";
    this.#members[set].set(value ?? "", action.startsWith("disable_"));
    return true;
  }

  #apply({ groups, actors, ...scalars }: GatePatch): void {
    this.#gates = { ...this.#gates, ...scalars };
    this.#change("groups", groups);
    this.#change("actors", actors);
  }

  #change(name: SetName, set: SetDifference | undefined): void {
    if (set === undefined) {
      return;
    }
    const { added, removed } = set;
    const members = this.#members[name];
    if (members.size === 0 && added.length + removed.length > collectedMax) {
      const changed = changedSet(this.#gates[name], added, removed);
      this.#gates = { ...this.#gates, [name]: changed };
      return;
    }
    for (const member of added) {
      members.set(member, true);
    }
    for (const member of removed) {
      members.set(member, false);
    }
  }

  #set(name: SetName): SortedSet {
    const entries = [...this.#members[name]];
    if (entries.length === 0) {
      return this.#gates[name];
    }
    const members = (isIn: boolean) =>
      entries.filter(([, wasIn]) => wasIn === isIn).map(([member]) => member);
    return changedSet(this.#gates[name], members(true), members(false));
  }
}
