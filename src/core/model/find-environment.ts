import { foldCase } from "../text/fold-case.ts";
import type { Environment } from "./environment.ts";
import type { Project } from "./project.ts";
import type { State } from "./state.ts";

/** The project with this name, ignoring letter case. */
export function projectOfName(state: State, name: string): Project | undefined {
  const folded = foldCase(name);
  return state.projects.find((project) => foldCase(project.name) === folded);
}

/** The oldest project, the default of commands. */
export function firstProject(state: State): Project | undefined {
  return state.projects.minBy(({ id }) => id);
}

export function environmentOfSlug(
  state: State,
  projectId: number,
  slug: string,
): Environment | undefined {
  return state.environments.find(
    (environment) => environment.projectId === projectId && environment.slug === slug,
  );
}
