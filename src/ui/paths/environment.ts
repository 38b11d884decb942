import { createContext, useContext } from "react";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import { useQueryState } from "../parts/use-query-state.ts";

/** The environment that the page shows, and all others. */
interface ChosenEnvironment {
  readonly environment: EnvironmentRow;
  readonly environments: readonly EnvironmentRow[];
}

export const EnvironmentContext = createContext<ChosenEnvironment | null>(null);

export function useEnvironments(): ChosenEnvironment {
  const choice = useContext(EnvironmentContext);
  if (choice === null) {
    throw new Error("There is no environment around this component");
  }
  return choice;
}

export function useEnvironment(): EnvironmentRow {
  return useEnvironments().environment;
}

export function productionIn(environments: readonly EnvironmentRow[]): EnvironmentRow | undefined {
  return environments.find(({ state }) => state === "production");
}

/** Production of the project; without it, which cannot be, the environment that the page shows. */
export function useProduction(): EnvironmentRow {
  const { environment, environments } = useEnvironments();
  return productionIn(environments) ?? environment;
}

/** The environment is part of every URL, as `env=SLUG`; without it, it is Production. */
export function chosenEnvironment(
  environments: readonly EnvironmentRow[],
  slug: string | null,
): EnvironmentRow | undefined {
  return environments.find((each) => each.slug === slug) ?? productionIn(environments);
}

/** Returns the path of a page in the chosen environment. */
export function usePagePath(): (path: string, query?: Readonly<Record<string, string>>) => string {
  const [params] = useQueryState();
  const slug = params.get("env");
  return (path, query = {}) => {
    const search = new URLSearchParams({ ...(slug === null ? {} : { env: slug }), ...query });
    const text = search.toString();
    return text === "" ? path : `${path}?${text}`;
  };
}
