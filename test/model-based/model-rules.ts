import { crc32 } from "node:zlib";

/*
 * The rules of features, gates and checks (docs/api.md#features), implemented a second time, as simply
 * as possible and without code of the server. Both must give the same answers.
 */

export interface Gates {
  boolean: boolean;
  groups: Set<string>;
  actors: Set<string>;
  percentageOfActors: number;
  percentageOfTime: number;
}

/** The groups that the host registers, with a function that tells whether an actor is a member. */
export const registered: ReadonlyMap<string, (flipperId: string) => boolean> = new Map([
  ["admins", (flipperId) => flipperId.startsWith("A")],
  ["été/🎉", (flipperId) => flipperId.endsWith("1")],
]);

/** The result of `Math.random` during the comparison. */
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

  /** POST and DELETE of the boolean gate: both reset every other gate. */
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
    const start = `{"key":${JSON.stringify(key)},"state":"${featureStateOf(gates)}"`;
    return `${start},"gates":[${objects.join()}]}`;
  }

  list(): string {
    return `{"features":[${this.#keys()
      .map((key) => this.feature(key))
      .join()}]}`;
  }

  /** With `keys` null all features are checked; `groups` are those that the request declares. */
  check(flipperId: string, keys: readonly string[] | null, groups: readonly string[]): string {
    const named = keys?.flatMap((key) => this.#namesIn(key)) ?? this.#keys();
    const answers = [...new Set(named)].map((key) => {
      const enabled = this.#isEnabled(key, flipperId, groups);
      return `${JSON.stringify(key)}:{"enabled":${enabled}}`;
    });
    return `{"flipper_id":${JSON.stringify(flipperId)},"features":{${answers.join()}}}`;
  }

  /** A part of a list that is no feature's name is split at its commas. */
  #namesIn(part: string): readonly string[] {
    return this.#features.has(part) ? [part] : part.split(",").filter((name) => name !== "");
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

function featureStateOf(gates: Gates): string {
  if (gates.boolean || gates.percentageOfTime === 100) {
    return "on";
  }
  const hasOpenGate =
    gates.groups.size + gates.actors.size + gates.percentageOfActors + gates.percentageOfTime > 0;
  return hasOpenGate ? "conditional" : "off";
}

/** Sorted by UTF-8 bytes. */
function inOrder(texts: Iterable<string>): readonly string[] {
  return [...texts].sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
}
