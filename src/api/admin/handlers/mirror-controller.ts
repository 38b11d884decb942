import { Elysia } from "elysia";
import { mirrorFeature } from "../../../app/commands/mirror-commands.ts";
import { runAs } from "../../../app/commands/permit-changes.ts";
import { GatehouseError } from "../../../core/errors.ts";
import type { Environment } from "../../../core/model/environment.ts";
import type { Feature } from "../../../core/model/feature.ts";
import type { Project } from "../../../core/model/project.ts";
import type { State } from "../../../core/model/state.ts";
import { findFeature } from "../../../core/model/state-lookups.ts";
import { sortUtf8 } from "../../../core/text/compare-utf8.ts";
import { quote } from "../../../core/text/quote.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import { commandRefusals } from "../admin-refusals.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { environmentOf, projectOf } from "../asked-environment.ts";
import { MirroredFeatures, MirroredKeys } from "../contract/environment-models.ts";
import { EnvironmentPath } from "../contract/shared-models.ts";
import { callerInEnvironment, type UiDependencies, writtenStep } from "./ui-dependencies.ts";

/** Makes features of an environment follow Production again. */
export function mirrorController({ services: { writer } }: UiDependencies, routes: AdminRoutes) {
  return new Elysia({ tags: ["Environments"] }).use(routes).post(
    "/environments/:environment/mirror",
    async ({ caller: adminCaller, params, body }) => {
      const environment = environmentOf(writer.state, params.environment, adminCaller);
      if (environment.kind === "production") {
        throw new GatehouseError("production_mirrors_nothing");
      }
      const caller = callerInEnvironment(writer.state, environment, adminCaller);
      const features = await writer.submit((draft) =>
        runAs(draft, caller, () => {
          const project = projectOf(draft.state, adminCaller);
          const keys =
            body.features.length > 0 ? body.features : overridesOf(draft.state, environment);
          return keys
            .map((key) => requireFeature(draft.state, project, key))
            .filter((feature) => mirrorFeature(draft, caller, feature))
            .map(({ key }) => key);
        }),
      );
      return { ...writtenStep(writer.state, adminCaller, caller), features };
    },
    {
      role: "member",
      hostedOnly: "for_clients",
      params: EnvironmentPath,
      body: withExample(MirroredKeys, { features: ["search"] }),
      response: { 200: answered(MirroredFeatures, "The features that mirror Production again") },
      refuses: [
        "environment_not_found",
        "feature_not_found",
        "production_mirrors_nothing",
        ...commandRefusals,
      ],
      detail: {
        operationId: "mirrorProduction",
        summary: "Make features of an environment mirror Production again",
        description: "Deletes the gates that the features have in the environment: all or none.",
      },
    },
  );
}

function overridesOf(state: State, environment: Environment): readonly string[] {
  return sortUtf8([...(state.toggles.get(environment.id)?.keys() ?? [])]);
}

function requireFeature(state: State, { id, name }: Project, key: string): Feature {
  const feature = findFeature(state, id, key);
  if (feature === undefined) {
    const message = `the project ${quote(name)} has no feature ${quote(key)}`;
    throw new GatehouseError("feature_not_found", { message });
  }
  return feature;
}
