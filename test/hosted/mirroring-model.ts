/*
 * A simple model of several environments (docs/api.md#environments) that uses no code of the
 * server: Production's gates, and the overrides of the other environments.
 */

export interface PlainGates {
  readonly boolean: boolean;
  readonly actors: readonly string[];
  readonly percentageOfTime: number;
  readonly expression: unknown;
}

export const closed: PlainGates = {
  boolean: false,
  actors: [],
  percentageOfTime: 0,
  expression: null,
};

type PlainChange = (gates: PlainGates) => PlainGates;

type Overrides = Map<string, PlainGates>;

export class MirroringModel {
  readonly production = new Map<string, PlainGates>();
  /** The custom environments by name. */
  readonly #custom = new Map<string, Overrides>();

  addEnvironment(name: string): void {
    this.#custom.set(name, new Map());
  }

  removeEnvironment(name: string): void {
    this.#custom.delete(name);
  }

  create(key: string): void {
    this.production.set(key, this.production.get(key) ?? closed);
  }

  /** A `name` of null is Production. */
  write(name: string | null, key: string, change: PlainChange): void {
    this.create(key);
    this.#gatesOf(name).set(key, change(this.#effective(name, key)));
  }

  clear(name: string | null, key: string): void {
    if (this.production.has(key)) {
      this.#gatesOf(name).set(key, closed);
    }
  }

  remove(key: string): void {
    this.production.delete(key);
    for (const overrides of this.#custom.values()) {
      overrides.delete(key);
    }
  }

  mirror(name: string, key: string): void {
    this.#custom.get(name)?.delete(key);
  }

  import(name: string | null, features: ReadonlyMap<string, PlainGates>): void {
    for (const key of [...this.production.keys()]) {
      if (!features.has(key)) {
        if (name === null) {
          this.remove(key);
        } else {
          this.clear(name, key);
        }
      }
    }
    for (const [key, gates] of features) {
      this.write(name, key, () => gates);
    }
  }

  /** Returns the content of GET /features: every feature with its effective gates, by key. */
  list(name: string | null): [string, PlainGates][] {
    return [...this.production.keys()].sort().map((key) => [key, this.#effective(name, key)]);
  }

  /** Returns all features and overrides as text, also overrides that change no value. */
  contents(): string {
    const sorted = (features: Iterable<[string, PlainGates]>) =>
      Object.fromEntries([...features].sort(([left], [right]) => (left < right ? -1 : 1)));
    return JSON.stringify([sorted(this.production), ...Array.from(this.#custom.values(), sorted)]);
  }

  #effective(name: string | null, key: string): PlainGates {
    const own = name === null ? undefined : this.#custom.get(name)?.get(key);
    return own ?? this.production.get(key) ?? closed;
  }

  #gatesOf(name: string | null): Map<string, PlainGates> {
    const overrides = name === null ? this.production : this.#custom.get(name);
    if (overrides === undefined) {
      throw new Error(`the model has no environment ${name}`);
    }
    return overrides;
  }
}
