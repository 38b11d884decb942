import type { Database, SQLQueryBindings } from "bun:sqlite";
import { Column, is, Param, Placeholder, type Query } from "drizzle-orm";

export interface DirectWrite {
  run(values: Readonly<Record<string, unknown>>): void;
}

/** A value that is the same in each run, or the name of one that is given. */
interface Bound {
  readonly name: string | null;
  readonly encode: ((value: unknown) => unknown) | null;
}

/**
 * Prepares a write of Drizzle that runs without it: Drizzle examines every parameter at every run,
 * which takes longer than SQLite's insert. Values are encoded as Drizzle would.
 */
export function prepareDirectWrite(client: Database, query: { toSQL(): Query }): DirectWrite {
  const { sql, params } = query.toSQL();
  const statement = client.prepare<unknown, SQLQueryBindings[]>(sql);
  const bound = params.map(boundOf);
  const bindings = params as SQLQueryBindings[];
  return {
    run(values) {
      for (const [index, { name, encode }] of bound.entries()) {
        if (name !== null) {
          const value = values[name];
          if (value === undefined) {
            throw new Error(`No value for the placeholder ${name}`);
          }
          bindings[index] = (encode === null ? value : encode(value)) as SQLQueryBindings;
        }
      }
      statement.run(...bindings);
    },
  };
}

function boundOf(parameter: unknown): Bound {
  if (is(parameter, Placeholder)) {
    return { name: parameter.name, encode: null };
  }
  if (!is(parameter, Param) || !is(parameter.value, Placeholder)) {
    return { name: null, encode: null };
  }
  const { encoder, value } = parameter;
  const isPlain = encoder.mapToDriverValue === Column.prototype.mapToDriverValue;
  return {
    name: value.name,
    encode: isPlain ? null : (each) => encoder.mapToDriverValue(each),
  };
}
