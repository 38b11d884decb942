import { importInvalid } from "./import-invalid.ts";
import type { ImportSteps } from "./import-steps.ts";
import type { JsonScalar } from "./json-scalars.ts";
import type { JsonTokens } from "./json-tokens.ts";

/** A list or an object whose end is not read yet. */
interface OpenValue {
  readonly value: unknown[] | object;
  /** The name of the current member; unused in a list. */
  name: string;
}

/**
 * Reads the object whose start was the last token, as `JSON.parse` does: the last of several equal
 * members counts. Throws import_invalid as soon as the object exceeds `bytesMax` of JSON.
 */
export function* readJsonObject(tokens: JsonTokens, bytesMax: number): ImportSteps<object> {
  const root = {};
  const open: OpenValue[] = [{ value: root, name: "" }];
  let bytes = 0;
  for (let parent = open.at(-1); parent !== undefined; parent = open.at(-1)) {
    // Not with `nextToken`: one generator for each token would take more memory than the object.
    let token = tokens.next();
    while (token === "text_needed") {
      yield token;
      token = tokens.next();
    }
    bytes++;
    if (token === "key") {
      parent.name = tokens.key;
      bytes += tokens.key.length;
    } else if (token === "object_end" || token === "array_end") {
      open.pop();
    } else if (token === "value") {
      add(parent, tokens.value);
      bytes += typeof tokens.value === "string" ? tokens.value.length : 0;
    } else {
      const value = token === "object" ? {} : [];
      add(parent, value);
      open.push({ value, name: "" });
    }
    if (bytes > bytesMax) {
      throw importInvalid(`an object has over ${bytesMax} bytes of JSON`);
    }
  }
  return root;
}

function add({ value: parent, name }: OpenValue, value: JsonScalar | object): void {
  if (Array.isArray(parent)) {
    parent.push(value);
  } else {
    // An assignment to __proto__ would replace the prototype instead.
    Object.defineProperty(parent, name, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  }
}
