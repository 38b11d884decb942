import { Map as ImmutableMap } from "immutable";

/**
 * Maps by id, then by key. Each map is copied before its first edit; the given maps stay unchanged.
 */
export class CopyOnWriteMaps<Value> {
  readonly #before: ImmutableMap<number, ImmutableMap<string, Value>>;
  readonly #edited = new Map<number, ImmutableMap<string, Value>>();

  constructor(before: ImmutableMap<number, ImmutableMap<string, Value>>) {
    this.#before = before;
  }

  ids(): ReadonlySet<number> {
    return new Set([...this.#before.keys(), ...this.#edited.keys()]);
  }

  /** The mutable map with this id; a new empty one if there is none. */
  edit(id: number): ImmutableMap<string, Value> {
    let edited = this.#edited.get(id);
    if (edited === undefined) {
      edited = (this.#before.get(id) ?? ImmutableMap<string, Value>()).asMutable();
      this.#edited.set(id, edited);
    }
    return edited;
  }

  /**
   * Deletes keys from the map with this id, if it exists, in steps, and returns the deleted values.
   * Copies no map without any of the keys.
   */
  *delete(id: number, keys: ReadonlySet<string>): Generator<void, readonly Value[]> {
    const map = this.#edited.get(id) ?? this.#before.get(id);
    if (map === undefined) {
      return [];
    }
    const present =
      map.size < keys.size
        ? [...map.keys()].filter((key) => keys.has(key))
        : [...keys].filter((key) => map.has(key));
    const values: Value[] = [];
    for (const key of present) {
      const edited = this.edit(id);
      const value = edited.get(key);
      if (value !== undefined) {
        values.push(value);
      }
      edited.delete(key);
      yield;
    }
    return values;
  }

  finish(): ImmutableMap<number, ImmutableMap<string, Value>> {
    return this.#before.withMutations((maps) => {
      for (const [id, edited] of this.#edited) {
        maps.set(id, edited.asImmutable());
      }
    });
  }
}
