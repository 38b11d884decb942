import { isJsonObject, type JsonObject } from "../../core/text/json-object.ts";

type Components = Readonly<Record<string, JsonObject>>;

const referenceForm = /^#\/components\/([^/]+)\/([^/]+)$/;

/** Returns the components that a value refers to, directly or through other components. */
export function usedComponents(components: Components, value: unknown): Components {
  const used = new Set<string>();
  const collect = (part: unknown): void => {
    for (const reference of referencesIn(part)) {
      if (!used.has(reference)) {
        used.add(reference);
        const [, kind = "", name = ""] = referenceForm.exec(reference) ?? [];
        collect(components[kind]?.[name]);
      }
    }
  };
  collect(value);
  return Object.fromEntries(
    Object.entries(components).map(([kind, byName]) => [
      kind,
      Object.fromEntries(
        Object.entries(byName).filter(([name]) => used.has(`#/components/${kind}/${name}`)),
      ),
    ]),
  );
}

function referencesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) {
    return value.flatMap(referencesIn);
  }
  if (!isJsonObject(value)) {
    return [];
  }
  return typeof value.$ref === "string" ? [value.$ref] : Object.values(value).flatMap(referencesIn);
}
