import { type TSchema, type TUnsafe, Type } from "@sinclair/typebox";
import type { Parameters } from "../request/parameters.ts";

/** Reads a value from the parameters of a request; throws the refusal of an invalid value. */
export type ReadParameter<Value> = (sent: Parameters, name: string) => Value;

/** Reads a value from the decoded text of a path segment; throws the refusal of an invalid value. */
export type ReadSegment<Value> = (text: string) => Value;

// Symbols, because `Type.Optional` copies a schema, and an OpenAPI document shows all other
// members.
const parameterReader = Symbol("parameterReader");
const segmentReader = Symbol("segmentReader");

/**
 * Returns the schema of a query or body parameter, which clients send in several notations. The
 * document shows `schema`; the handler gets the result of `read`.
 */
export function wire<Value>(schema: TSchema, read: ReadParameter<Value>): TUnsafe<Value> {
  return Type.Unsafe<Value>({ ...schema, [parameterReader]: read });
}

/** As `wire`, for a name in the path. */
export function segment<Value>(schema: TSchema, read: ReadSegment<Value>): TUnsafe<Value> {
  return Type.Unsafe<Value>({ ...schema, [segmentReader]: read });
}

type Members = Readonly<Record<string, TSchema>>;
type Values = Readonly<Record<string, unknown>>;

/** Returns a function that reads these parameters, in their order. */
export function parametersReader(members: Members): (sent: Parameters) => Values {
  const readers = readersOf<ReadParameter<unknown>>(members, parameterReader);
  return (sent) => {
    const values: Record<string, unknown> = {};
    for (const [name, read] of readers) {
      values[name] = read(sent, name);
    }
    return values;
  };
}

/** Returns a function that reads the names in a path from its decoded segments. */
export function segmentsReader(
  members: Members,
): (path: Readonly<Record<string, string>>) => Values {
  const readers = readersOf<ReadSegment<unknown>>(members, segmentReader);
  return (path) => {
    const values: Record<string, unknown> = {};
    for (const [name, read] of readers) {
      values[name] = read(path[name] ?? "");
    }
    return values;
  };
}

/** Throws for a member without a reader, because nothing would check its value. */
function readersOf<Reader>(members: Members, key: symbol): readonly (readonly [string, Reader])[] {
  return Object.entries(members).map(([name, schema]) => {
    const read: unknown = Reflect.get(schema, key);
    if (!isReader<Reader>(read)) {
      throw new Error(`The route does not declare how to read ${name}`);
    }
    return [name, read];
  });
}

function isReader<Reader>(value: unknown): value is Reader {
  return typeof value === "function";
}
