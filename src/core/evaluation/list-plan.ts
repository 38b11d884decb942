import { memoizePerObject } from "../memo/memoize-per-object.ts";
import type { Toggle } from "./toggle.ts";

/** Bounds the memory of a plan. */
const namesMax = 1_024;
/** So that one long list of actors does not take the room of many short ones. */
const namesPerToggleMax = 64;

/**
 * What a check of a list of toggles asks for an actor whom no gate of `names` names and who is in no
 * group: to all toggles that are in neither list the answer is no.
 */
export interface ListPlan {
  /** The actors of the toggles that are left out or in `percentages`. */
  readonly names: ReadonlySet<string>;
  /** The indexes of toggles of which only the percentage of actors is asked. */
  readonly percentages: readonly number[];
  /** The indexes of toggles of which all gates are asked. */
  readonly others: readonly number[];
}

/** The plan of a list, made at its first check: most actors are named by no gate. */
export const listPlanOf: (toggles: readonly Toggle[]) => ListPlan = memoizePerObject(planOf);

function planOf(toggles: readonly Toggle[]): ListPlan {
  const names = new Set<string>();
  const percentages: number[] = [];
  const others: number[] = [];
  for (const [index, { gates }] of toggles.entries()) {
    const { boolean, expression, actors, percentageOfActors, percentageOfTime } = gates;
    const isOther = boolean || expression !== null || percentageOfTime > 0;
    if (isOther || actors.length > namesPerToggleMax || names.size + actors.length > namesMax) {
      others.push(index);
      continue;
    }
    for (const actor of actors) {
      names.add(actor);
    }
    if (percentageOfActors > 0) {
      percentages.push(index);
    }
  }
  return { names, percentages, others };
}
