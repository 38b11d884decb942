import { type Static, Type } from "@sinclair/typebox";
import { createEnvironment, deleteEnvironment } from "../commands/environment-commands.ts";
import { environmentsOfName, parseEnvironmentName } from "../commands/environment-name.ts";
import { mirrorFeature } from "../commands/mirror-commands.ts";
import type { Environment } from "../model/environment.ts";
import { environmentStates, stateOfKind } from "../model/environment-state-names.ts";
import { ownerCaller } from "../model/owner-caller.ts";
import type { State } from "../model/state.ts";
import { compareUtf8 } from "../text/compare-utf8.ts";
import { quote } from "../text/quote.ts";
import { AdministrationError } from "./administration-error.ts";
import { administrationOperation } from "./administration-operation.ts";
import {
  exact,
  Id,
  InProject,
  LookupText,
  Name,
  oneOfSchema,
  Timestamp,
  toTimestamp,
} from "./administration-schemas.ts";
import { requireEnvironment, requireFeature, requireProject } from "./find-by-name.ts";

const AdministeredEnvironment = Type.Object(
  {
    id: Id,
    slug: Type.String(),
    name: Type.String(),
    state: oneOfSchema(environmentStates),
    overrides: Type.Integer({ description: "how many features do not follow Production" }),
    created_at: Timestamp,
  },
  exact,
);
type AdministeredEnvironment = Static<typeof AdministeredEnvironment>;

export const environmentOperations = {
  "environment.create": administrationOperation({
    input: Type.Object({ ...InProject, name: Name }, exact),
    output: AdministeredEnvironment,
    work(draft, input) {
      const project = requireProject(draft.state, input.project);
      const { name, slug } = parseEnvironmentName(input.name);
      if (environmentsOfName(draft.state, project.id, name).length > 0) {
        throw new AdministrationError(
          `the project ${quote(project.name)} has an environment ${quote(name)} already`,
        );
      }
      const described = { projectId: project.id, name, slug, kind: "custom" as const };
      const environment = createEnvironment(draft, { ...described, creatorTokenId: null });
      return administeredEnvironment(draft.state, environment);
    },
  }),

  "environment.list": administrationOperation({
    input: Type.Object({ ...InProject }, exact),
    output: Type.Object({ environments: Type.Array(AdministeredEnvironment) }, exact),
    work({ state }, input) {
      const project = requireProject(state, input.project);
      const environments = state.environments
        .toArray()
        .flatMap(([, environment]) =>
          environment.projectId === project.id ? [administeredEnvironment(state, environment)] : [],
        )
        .sort((left, right) => left.id - right.id);
      return { environments };
    },
  }),

  "environment.delete": administrationOperation({
    input: Type.Object({ ...InProject, slug: LookupText }, exact),
    output: AdministeredEnvironment,
    work(draft, input) {
      const project = requireProject(draft.state, input.project);
      const environment = requireEnvironment(draft.state, project, input.slug);
      checkDeletable(environment);
      const deleted = administeredEnvironment(draft.state, environment);
      deleteEnvironment(draft, environment);
      return deleted;
    },
  }),

  "environment.mirror": administrationOperation({
    /** An empty list of features means all features with an override in the environment. */
    input: Type.Object({ ...InProject, slug: LookupText, features: Type.Array(LookupText) }, exact),
    output: Type.Object({ slug: Type.String(), features: Type.Array(Type.String()) }, exact),
    work(draft, input) {
      const project = requireProject(draft.state, input.project);
      const environment = requireEnvironment(draft.state, project, input.slug);
      if (environment.kind === "production") {
        throw new AdministrationError("Production cannot mirror itself");
      }
      const caller = ownerCaller(draft.state, environment);
      const keys =
        input.features.length > 0 ? input.features : overridesOf(draft.state, environment);
      const features = keys
        .map((key) => requireFeature(draft.state, project, key))
        .filter((feature) => mirrorFeature(draft, caller, feature));
      return { slug: environment.slug, features: features.map(({ key }) => key) };
    },
  }),
};

function checkDeletable({ kind, slug }: Environment): void {
  if (kind === "production") {
    throw new AdministrationError("the Production environment cannot be deleted");
  }
  if (kind === "personal") {
    throw new AdministrationError(
      `the environment ${quote(slug)} is deleted when its member leaves the project`,
    );
  }
}

function overridesOf(state: State, environment: Environment): readonly string[] {
  return [...(state.toggles.get(environment.id)?.keys() ?? [])].sort(compareUtf8);
}

function administeredEnvironment(state: State, environment: Environment): AdministeredEnvironment {
  const own = state.toggles.get(environment.id)?.size ?? 0;
  return {
    id: environment.id,
    slug: environment.slug,
    name: environment.name,
    state: stateOfKind(environment.kind),
    overrides: environment.kind === "production" ? 0 : own,
    created_at: toTimestamp(environment.createdAt),
  };
}
