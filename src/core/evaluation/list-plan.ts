import { memoizePerObject } from "../memo/memoize-per-object.ts";
import type { Toggle } from "./toggle.ts";

/** Bounds the memory of a plan. */
const namesMax = 1_024;
/** So that one long list of actors does not displace many short ones. */
const namesPerToggleMax = 64;

/**
 * The gates that a check of a list evaluates for an actor in no group whom no gate of `names`
 * lists. Toggles in neither list are disabled.
 */
export interface ListPlan {
  /** The actors of the toggles that are left out or in `percentages`. */
  readonly names: ReadonlySet<string>;
  /** The indexes of toggles whose percentage of actors is the only gate to evaluate. */
  readonly percentages: readonly number[];
  /** The indexes of toggles whose gates are all evaluated. */
  readonly others: readonly number[];
}

/** The plan of a list, created at its first check: most actors are listed in no gate. */
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
