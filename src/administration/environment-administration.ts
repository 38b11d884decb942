import { type Static, Type } from "@sinclair/typebox";
import {
  createEnvironment,
  deleteEnvironment,
  environmentOfSlug,
} from "../commands/environment-commands.ts";
import { parseEnvironmentName } from "../commands/environment-name.ts";
import { mirrorFeature } from "../commands/mirror-commands.ts";
import { quoted } from "../config/quoted.ts";
import type { Environment } from "../model/environment.ts";
import { environmentStates, stateOfKind } from "../model/environment-state.ts";
import type { State } from "../model/state.ts";
import { compareUtf8 } from "../text/compare-utf8.ts";
import { AdministrationError } from "./administration-error.ts";
import { operation } from "./administration-operation.ts";
import { environmentNamed, featureNamed, projectNamed, shellCaller } from "./named.ts";
import { Asked, exact, Id, InProject, Name, oneOf, Timestamp, timestamp } from "./schemas.ts";

export const EnvironmentModel = Type.Object(
  {
    id: Id,
    slug: Type.String(),
    name: Type.String(),
    state: oneOf(environmentStates),
    overrides: Type.Integer({ description: "how many features do not follow Production" }),
    created_at: Timestamp,
  },
  exact,
);
export type EnvironmentModel = Static<typeof EnvironmentModel>;

export const environmentOperations = {
  "environment.create": operation({
    input: Type.Object({ ...InProject, name: Name }, exact),
    output: EnvironmentModel,
    work(draft, input) {
      const project = projectNamed(draft.state, input.project);
      const { name, slug } = parseEnvironmentName(input.name);
      if (environmentOfSlug(draft.state, project.id, slug) !== undefined) {
        throw new AdministrationError(
          `the project ${quoted(project.name)} has an environment ${quoted(slug)} already`,
        );
      }
      const described = { projectId: project.id, name, slug, kind: "custom" as const };
      const environment = createEnvironment(draft, { ...described, creatorTokenId: null });
      return environmentModel(draft.state, environment);
    },
  }),

  "environment.list": operation({
    input: Type.Object({ ...InProject }, exact),
    output: Type.Object({ environments: Type.Array(EnvironmentModel) }, exact),
    work({ state }, input) {
      const project = projectNamed(state, input.project);
      const environments = state.environments
        .toArray()
        .flatMap(([, environment]) =>
          environment.projectId === project.id ? [environmentModel(state, environment)] : [],
        )
        .sort((left, right) => left.id - right.id);
      return { environments };
    },
  }),

  "environment.delete": operation({
    input: Type.Object({ ...InProject, slug: Asked }, exact),
    output: EnvironmentModel,
    work(draft, input) {
      const project = projectNamed(draft.state, input.project);
      const environment = environmentNamed(draft.state, project, input.slug);
      refuseLasting(environment);
      const deleted = environmentModel(draft.state, environment);
      deleteEnvironment(draft, environment);
      return deleted;
    },
  }),

  "environment.mirror": operation({
    /** Without features: every one that was written in the environment. */
    input: Type.Object({ ...InProject, slug: Asked, features: Type.Array(Asked) }, exact),
    output: Type.Object({ slug: Type.String(), features: Type.Array(Type.String()) }, exact),
    work(draft, input) {
      const project = projectNamed(draft.state, input.project);
      const environment = environmentNamed(draft.state, project, input.slug);
      if (environment.kind === "production") {
        throw new AdministrationError("Production is what the others mirror");
      }
      const caller = shellCaller(draft.state, environment);
      const keys =
        input.features.length > 0 ? input.features : overridesOf(draft.state, environment);
      const features = keys
        .map((key) => featureNamed(draft.state, project, key))
        .filter((feature) => mirrorFeature(draft, caller, feature));
      return { slug: environment.slug, features: features.map(({ key }) => key) };
    },
  }),
};

function refuseLasting({ kind, slug }: Environment): void {
  if (kind === "production") {
    throw new AdministrationError("a project keeps its Production");
  }
  if (kind === "personal") {
    throw new AdministrationError(
      `the environment ${quoted(slug)} goes when its member leaves the project`,
    );
  }
}

function overridesOf(state: State, environment: Environment): readonly string[] {
  return [...(state.toggles.get(environment.id)?.keys() ?? [])].sort(compareUtf8);
}

function environmentModel(state: State, environment: Environment): EnvironmentModel {
  const own = state.toggles.get(environment.id)?.size ?? 0;
  return {
    id: environment.id,
    slug: environment.slug,
    name: environment.name,
    state: stateOfKind(environment.kind),
    overrides: environment.kind === "production" ? 0 : own,
    created_at: timestamp(environment.createdAt),
  };
}
