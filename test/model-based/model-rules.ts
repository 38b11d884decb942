import { crc32 } from "node:zlib";

/*
 * SPEC.md sections 2 to 4 and DESIGN.md section 2 once more, as simply as they can be said, and
 * without any of the server's own rules: what the server answers has to be what this answers.
 */

export interface Gates {
  boolean: boolean;
  groups: Set<string>;
  actors: Set<string>;
  percentageOfActors: number;
  percentageOfTime: number;
}

/** The groups that the host registered, each with who is in it. */
export const registered: ReadonlyMap<string, (flipperId: string) => boolean> = new Map([
  ["admins", (flipperId) => flipperId.startsWith("A")],
  ["été/🎉", (flipperId) => flipperId.endsWith("1")],
]);

/** What `Math.random` gives while the model is compared. */
export const fixedRandom = 0.5;

export function closed(): Gates {
  return {
    boolean: false,
    groups: new Set(),
    actors: new Set(),
    percentageOfActors: 0,
    percentageOfTime: 0,
  };
}

export class Rules {
  readonly #features = new Map<string, Gates>();

  has(key: string): boolean {
    return this.#features.has(key);
  }

  create(key: string): Gates {
    const gates = this.#features.get(key) ?? closed();
    this.#features.set(key, gates);
    return gates;
  }

  remove(key: string): void {
    this.#features.delete(key);
  }

  clear(key: string): void {
    if (this.#features.has(key)) {
      this.#features.set(key, closed());
    }
  }

  /** What POST and DELETE boolean do: both reset every other gate. */
  setBoolean(key: string, value: boolean): void {
    this.#features.set(key, { ...closed(), boolean: value });
  }

  replaceAll(features: ReadonlyMap<string, Gates>): void {
    this.#features.clear();
    for (const [key, gates] of features) {
      this.#features.set(key, gates);
    }
  }

  feature(key: string): string {
    const gates = this.#features.get(key) ?? closed();
    const all: readonly (readonly [key: string, name: string, value: unknown])[] = [
      ["boolean", "boolean", gates.boolean],
      ["groups", "group", inOrder(gates.groups)],
      ["actors", "actor", inOrder(gates.actors)],
      ["percentage_of_actors", "percentage_of_actors", gates.percentageOfActors],
      ["percentage_of_time", "percentage_of_time", gates.percentageOfTime],
    ];
    const objects = all.map(([gate, name, value]) => JSON.stringify({ key: gate, name, value }));
    const start = `{"key":${JSON.stringify(key)},"state":"${stateOf(gates)}"`;
    return `${start},"gates":[${objects.join()}]}`;
  }

  list(): string {
    return `{"features":[${this.#keys()
      .map((key) => this.feature(key))
      .join()}]}`;
  }

  /** `keys` null asks for all features; `groups` are those the asker says the actor is in. */
  check(flipperId: string, keys: readonly string[] | null, groups: readonly string[]): string {
    const answers = [...new Set(keys ?? this.#keys())].map((key) => {
      const enabled = this.#isEnabled(key, flipperId, groups);
      return `${JSON.stringify(key)}:{"enabled":${enabled}}`;
    });
    return `{"flipper_id":${JSON.stringify(flipperId)},"features":{${answers.join()}}}`;
  }

  #isEnabled(key: string, flipperId: string, groups: readonly string[]): boolean {
    const gates = this.#features.get(key);
    if (gates === undefined) {
      return false;
    }
    return [
      gates.boolean,
      gates.actors.has(flipperId),
      crc32(key + flipperId) % 100_000 < gates.percentageOfActors * 1_000,
      fixedRandom < gates.percentageOfTime / 100,
      [...gates.groups].some(
        (group) => groups.includes(group) || registered.get(group)?.(flipperId) === true,
      ),
    ].includes(true);
  }

  #keys(): readonly string[] {
    return inOrder(this.#features.keys());
  }
}

function stateOf(gates: Gates): string {
  if (gates.boolean || gates.percentageOfTime === 100) {
    return "on";
  }
  const holdsSomething =
    gates.groups.size + gates.actors.size + gates.percentageOfActors + gates.percentageOfTime > 0;
  return holdsSomething ? "conditional" : "off";
}

/** By the bytes of UTF-8. */
function inOrder(texts: Iterable<string>): readonly string[] {
  return [...texts].sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
}
