import { quote, quotedNames } from "../text/quote.ts";
import { similarWord } from "../text/similar-word.ts";
import type { Project } from "./project.ts";
import type { State } from "./state.ts";

/** The message that there is no such project, with the most similar name. */
export function unknownProject(state: State, name: string): string {
  return unknown(
    "project",
    name,
    Array.from(state.projects.values(), (project) => project.name),
  );
}

/** The message that a project has no such environment, with the most similar slug. */
export function unknownEnvironment(state: State, { id }: Project, slug: string): string {
  const environments = Array.from(state.environments.values());
  const slugs = environments.filter(({ projectId }) => projectId === id).map((each) => each.slug);
  return unknown("environment", slug, slugs);
}

function unknown(kind: string, name: string, known: readonly string[]): string {
  const meant = similarWord(name, known);
  const hint =
    meant === undefined
      ? `there ${known.length === 1 ? "is" : "are"} ${quotedNames(known, 10)}`
      : `did you mean ${quote(meant)}?`;
  return `there is no ${kind} ${quote(name)}; ${hint}`;
}
