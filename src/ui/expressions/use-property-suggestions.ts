import { useMemo } from "react";
import { useAnswer } from "../api/use-answer.ts";
import { useEnvironment } from "../paths/environment.ts";
import type { TriedActor } from "./column-actors.ts";
import type { DraftNode } from "./draft-node.ts";
import {
  type PropertySuggestions,
  propertyNames,
  type SuggestedProperty,
} from "./property-suggestions.ts";
import { propertiesIn } from "./typed-properties.ts";
import type { PropertyType } from "./typed-value.ts";

/** The properties that checks and expressions use, and the types of the tried actors'. */
export function usePropertySuggestions(
  tree: DraftNode | null,
  tried: readonly TriedActor[],
): PropertySuggestions {
  const { id } = useEnvironment();
  const { data } = useAnswer("GET /environments/:environment/properties", {
    params: { environment: id },
  });
  return useMemo(() => {
    const known: readonly SuggestedProperty[] = data?.properties ?? [];
    const types = new Map(known.map(({ name, type }) => [name, type]));
    const used = propertyNames(tree);
    const others = used.filter((name) => !types.has(name));
    return {
      properties: [...known, ...others.map((name) => ({ name, type: null, share: null }))],
      unused: known.filter(({ name }) => !used.includes(name)),
      areSeen: data !== undefined && data.checkCount > 0,
      typeOf: (name) => types.get(name) ?? typeInActors(tried, name),
    };
  }, [data, tree, tried]);
}

function typeInActors(tried: readonly TriedActor[], name: string): PropertyType {
  for (const { properties } of tried) {
    const value = propertiesIn(properties).properties?.[name];
    switch (typeof value) {
      case "string":
        return "text";
      case "number":
      case "boolean":
        return typeof value as "number" | "boolean";
    }
  }
  return null;
}
