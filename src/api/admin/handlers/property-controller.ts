import { Elysia } from "elysia";
import { ExpensiveAnswers } from "../../../app/services/expensive-answers.ts";
import {
  type ExpressionProperty,
  expressionProperties,
} from "../../../app/services/expression-properties.ts";
import {
  propertyTypes,
  type SeenInEnvironment,
  type SeenProperty,
  valuesMax,
} from "../../../app/services/seen-properties.ts";
import { inSlices } from "../../../core/scheduling/shared-slices.ts";
import { isPrivateName } from "../../../core/text/private-text.ts";
import { answered } from "../../../http/declared/documented-schemas.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { PropertyList, type PropertySuggestion } from "../contract/property-models.ts";
import { EnvironmentPath } from "../contract/shared-models.ts";
import { callerInPath, type UiDependencies } from "./ui-dependencies.ts";

/** Suggestions of properties for expressions (docs/security.md#properties). */
export function propertyController({ services }: UiDependencies, routes: AdminRoutes) {
  const { writer, seenProperties } = services;
  const answers = new ExpensiveAnswers();
  return new Elysia({ tags: ["Checks"] }).use(routes).get(
    "/environments/:environment/properties",
    async ({ caller: adminCaller, params, request }) => {
      const caller = callerInPath(writer.state, params.environment, adminCaller);
      const { id, projectId } = caller.environment;
      const stored = await answers.run(
        caller,
        () => inSlices(expressionProperties(writer.state, projectId)),
        request.signal,
      );
      const seen = seenProperties?.in(id) ?? { checkCount: 0, properties: [] };
      return {
        since: seenProperties?.since ?? null,
        checkCount: seen.checkCount,
        properties: suggestions(seen, stored),
      };
    },
    {
      role: "member",
      hostedOnly: true,
      params: EnvironmentPath,
      response: { 200: answered(PropertyList, "The properties") },
      refuses: ["environment_not_found", "unavailable"],
      detail: {
        operationId: "listProperties",
        summary: "List properties that expressions and checks use",
        description:
          "Properties of the expressions of the project, and of checks by this server in the environment, " +
          "which it remembers in memory.",
      },
    },
  );
}

function suggestions(
  { checkCount, properties }: SeenInEnvironment,
  stored: ReadonlyMap<string, ExpressionProperty>,
): readonly PropertySuggestion[] {
  const seen = new Map(properties.map((property) => [property.name, property]));
  const names = new Set([...seen.keys(), ...stored.keys()]);
  return [...names]
    .map((name) => suggestion(name, checkCount, seen.get(name), stored.get(name)))
    .sort(
      (left, right) =>
        (right.share ?? 0) - (left.share ?? 0) || right.expressionCount - left.expressionCount,
    );
}

const noTypes = { text: 0, number: 0, boolean: 0, other: 0 };

function suggestion(
  name: string,
  checkCount: number,
  seen: SeenProperty | undefined,
  stored: ExpressionProperty | undefined,
): PropertySuggestion {
  const isPrivate = seen?.isPrivate ?? isPrivateName(name);
  const values = new Set([...(seen?.values ?? []), ...(stored?.values ?? [])]);
  return {
    name,
    type: mostFrequentType(seen, stored),
    types: seen?.types ?? noTypes,
    share: checkCount === 0 ? null : (seen?.count ?? 0) / checkCount,
    expressionCount: stored?.count ?? 0,
    values: isPrivate ? [] : [...values].slice(0, valuesMax),
    isPrivate,
  };
}

function mostFrequentType(seen: SeenProperty | undefined, stored: ExpressionProperty | undefined) {
  if (seen !== undefined) {
    const [first] = propertyTypes.toSorted((left, right) => seen.types[right] - seen.types[left]);
    return first ?? null;
  }
  const [only, ...others] = stored?.types ?? [];
  return only === undefined || others.length > 0 ? null : only;
}
