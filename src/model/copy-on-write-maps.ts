import { Map as ImmutableMap } from "immutable";

/** Maps by id and then key, of which each that is edited is copied once. */
export class CopyOnWriteMaps<Value> {
  readonly #before: ImmutableMap<number, ImmutableMap<string, Value>>;
  readonly #edited = new Map<number, ImmutableMap<string, Value>>();

  constructor(before: ImmutableMap<number, ImmutableMap<string, Value>>) {
    this.#before = before;
  }

  ids(): ReadonlySet<number> {
    return new Set([...this.#before.keys(), ...this.#edited.keys()]);
  }

  /** A mutable map, empty if there is none of that id. */
  edit(id: number): ImmutableMap<string, Value> {
    let edited = this.#edited.get(id);
    if (edited === undefined) {
      edited = (this.#before.get(id) ?? ImmutableMap<string, Value>()).asMutable();
      this.#edited.set(id, edited);
    }
    return edited;
  }

  /** Takes keys from the map of that id, if there is one; one that has none of them stays as it is. */
  delete(id: number, keys: ReadonlySet<string>): void {
    const map = this.#edited.get(id) ?? this.#before.get(id);
    if (map === undefined) {
      return;
    }
    const held =
      map.size < keys.size
        ? [...map.keys()].filter((key) => keys.has(key))
        : [...keys].filter((key) => map.has(key));
    if (held.length > 0) {
      this.edit(id).deleteAll(held);
    }
  }

  finish(): ImmutableMap<number, ImmutableMap<string, Value>> {
    return this.#before.withMutations((maps) => {
      for (const [id, edited] of this.#edited) {
        maps.set(id, edited.asImmutable());
      }
    });
  }
}
