import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import { productionIn } from "../paths/environment.ts";

/** The compared environments. */
export interface Pair {
  readonly left: EnvironmentRow;
  readonly right: EnvironmentRow;
}

/**
 * The environments that the URL names by slug or id. Otherwise Production with the chosen
 * environment, or with the environment that has the most overrides. Null if there is only one.
 */
export function comparedPair(
  environments: readonly EnvironmentRow[],
  chosen: EnvironmentRow,
  params: URLSearchParams,
): Pair | null {
  const named = (name: string) => {
    const wanted = params.get(name);
    return (
      environments.find(({ slug }) => slug === wanted) ??
      environments.find(({ id }) => String(id) === wanted)
    );
  };
  const left = named("a") ?? productionIn(environments);
  const others = environments
    .filter((each) => each !== left)
    .toSorted((one, other) => other.overrideCount - one.overrideCount);
  const right = [named("b"), chosen, ...others].find((each) => each !== undefined && each !== left);
  return left === undefined || right === undefined ? null : { left, right };
}
