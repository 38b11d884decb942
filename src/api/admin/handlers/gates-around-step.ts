import type { StepSides } from "../../../app/services/step-gates.ts";
import { chunksOf, difference, type SortedSet } from "../../../core/evaluation/sorted-set.ts";
import type { OwnState } from "../../../core/model/own-state.ts";
import type { GatesAroundStep, GatesAt } from "../contract/step-models.ts";

const nothing: SortedSet = [];

/** The gates around a step in the form of the contract, with at most so many members of each gate. */
export function gatesAround({ before, after }: StepSides, membersMax: number): GatesAroundStep {
  return {
    before: gatesAt(before, after, membersMax),
    after: gatesAt(after, before, membersMax),
  };
}

function gatesAt(own: OwnState, other: OwnState, membersMax: number): GatesAt {
  if (own.kind !== "own") {
    return { kind: own.kind, gates: null };
  }
  const { boolean, expression, percentageOfActors, percentageOfTime, ...sets } = own.gates;
  const members = (name: "actors" | "groups") =>
    membersAt(sets[name], other.kind === "own" ? other.gates[name] : nothing, membersMax);
  return {
    kind: own.kind,
    gates: {
      boolean,
      expression: expression === null ? null : JSON.stringify(expression),
      percentageOfActors,
      percentageOfTime,
      actors: members("actors"),
      groups: members("groups"),
    },
  };
}

/** The members that the other side lacks come first, because they are what changed. */
function membersAt(set: SortedSet, other: SortedSet, membersMax: number) {
  const changed = difference(set, other).slice(0, membersMax);
  const shown = new Set(changed);
  for (const member of chunksOf(set).flat()) {
    if (shown.size === membersMax) {
      break;
    }
    shown.add(member);
  }
  return { count: set.length, first: [...shown] };
}
