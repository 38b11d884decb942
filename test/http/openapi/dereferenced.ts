import { isObject } from "./openapi-problems.ts";

/** Returns an OpenAPI document with every reference replaced by its component. */
export function dereferenced(document: unknown): unknown {
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      return value.map(replace);
    }
    if (!isObject(value)) {
      return value;
    }
    return typeof value.$ref === "string"
      ? replace(componentAt(document, value.$ref))
      : Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replace(member)]));
  };
  return replace(document);
}

function componentAt(document: unknown, reference: string): unknown {
  const [root, ...path] = reference.split("/");
  const found = path.reduce<unknown>(
    (value, key) => (isObject(value) ? value[key] : undefined),
    document,
  );
  if (root !== "#" || found === undefined) {
    throw new Error(`${reference} refers to nothing`);
  }
  return found;
}
