import type { Actor } from "../../core/evaluation/actor-context.ts";
import { isPrivateName, isPrivateText } from "../../core/text/private-text.ts";
import { dayMs, secondMs } from "../../core/time-units.ts";

/** A value that can stand in an expression. */
export type PropertyValue = string | number | boolean;
export const propertyTypes = ["text", "number", "boolean", "other"] as const;
export type PropertyType = (typeof propertyTypes)[number];
export type TypeCounts = Readonly<Record<PropertyType, number>>;

/** A property in the checks of an environment. */
export interface SeenProperty {
  readonly name: string;
  /** How many of the recorded checks had it. */
  readonly count: number;
  readonly types: TypeCounts;
  /** Short values, the first ones first. Empty if there are too many, and for private properties. */
  readonly values: readonly PropertyValue[];
  /** Whether the name or a value looks secret or personal. */
  readonly isPrivate: boolean;
}

export interface SeenInEnvironment {
  /** How many checks with properties were recorded. */
  readonly checkCount: number;
  /** The most frequent first. */
  readonly properties: readonly SeenProperty[];
}

export const namesMax = 200;
export const valuesMax = 20;
export const valueLengthMax = 40;
const nameLengthMax = 100;
const environmentsMax = 20;
const keptDays = 7;
/** Of one environment, so that frequent checks cost no more than rare ones. */
const recordsPerSecondMax = 50;
const namesPerCheckMax = 50;

interface NameSketch {
  /** By day since the epoch. */
  readonly days: Map<number, Record<PropertyType, number>>;
  /** With the day on which each was last seen; undefined once there were too many. */
  values: Map<PropertyValue, number> | undefined;
  isPrivate: boolean;
}

interface Sketch {
  /** The day of the latest check. */
  day: number;
  readonly checks: Map<number, number>;
  readonly names: Map<string, NameSketch>;
  /** The second of the latest record, and how many it had. */
  second: number;
  recordsInSecond: number;
}

/**
 * The names, types and some values of properties in checks, in memory only: a sample of the last
 * seven days (docs/security.md#properties).
 */
export class SeenProperties {
  /** Milliseconds since the epoch: when this sketch began. */
  readonly since: number;
  readonly #now: () => number;
  /** The one that was recorded last is the last one. */
  readonly #environments = new Map<number, Sketch>();

  /** `now` returns milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#now = now;
    this.since = now();
  }

  /** Called with the actors of each check. */
  record(environmentId: number, actors: readonly Actor[]): void {
    const [actor] = actors;
    if (actor === undefined) {
      return;
    }
    const now = this.#now();
    const second = Math.floor(now / secondMs);
    const known = this.#environments.get(environmentId);
    if (known?.second === second && known.recordsInSecond >= recordsPerSecondMax) {
      return;
    }
    const entries = entriesOf(actor);
    if (entries.length > 0) {
      const day = dayOf(now);
      const sketch = this.#sketch(environmentId, day);
      sketch.recordsInSecond = sketch.second === second ? sketch.recordsInSecond + 1 : 1;
      sketch.second = second;
      const { checks, names } = sketch;
      checks.set(day, (checks.get(day) ?? 0) + 1);
      for (const [name, value] of entries) {
        add(names, name, value, day);
      }
    }
  }

  in(environmentId: number): SeenInEnvironment {
    const sketch = this.#environments.get(environmentId);
    if (sketch === undefined) {
      return { checkCount: 0, properties: [] };
    }
    forget(sketch, dayOf(this.#now()));
    const properties = [...sketch.names].map(([name, found]) => seenProperty(name, found));
    return {
      checkCount: sumOf(sketch.checks.values()),
      properties: properties.sort((left, right) => right.count - left.count),
    };
  }

  #sketch(environmentId: number, day: number): Sketch {
    const known = this.#environments.get(environmentId) ?? {
      ...{ day, checks: new Map(), names: new Map(), second: 0, recordsInSecond: 0 },
    };
    if (known.day !== day) {
      known.day = day;
      forget(known, day);
    }
    this.#environments.delete(environmentId);
    this.#environments.set(environmentId, known);
    const [oldest] = this.#environments.keys();
    if (this.#environments.size > environmentsMax && oldest !== undefined) {
      this.#environments.delete(oldest);
    }
    return known;
  }
}

function dayOf(now: number): number {
  return Math.floor(now / dayMs);
}

const idNames: ReadonlySet<string> = new Set(["flipper_id", "targetingKey"]);

/** The first properties of a check; the id of the actor is none. */
function entriesOf({ properties }: Actor): readonly (readonly [string, unknown])[] {
  return Object.entries(properties)
    .filter(([name]) => !idNames.has(name) && name.length <= nameLengthMax)
    .slice(0, namesPerCheckMax);
}

function add(names: Map<string, NameSketch>, name: string, value: unknown, day: number): void {
  let found = names.get(name);
  if (found === undefined) {
    if (names.size >= namesMax) {
      return;
    }
    found = { days: new Map(), values: new Map(), isPrivate: isPrivateName(name) };
    names.set(name, found);
  }
  const type = typeOf(value);
  const counts = found.days.get(day) ?? { text: 0, number: 0, boolean: 0, other: 0 };
  counts[type]++;
  found.days.set(day, counts);
  if ((type === "text" || type === "number") && isPrivateText(String(value))) {
    found.isPrivate = true;
  }
  if (found.isPrivate) {
    found.values?.clear();
  } else if (isShortValue(value) && found.values !== undefined) {
    found.values.set(value, day);
    if (found.values.size > valuesMax) {
      found.values = undefined;
    }
  }
}

export function typeOf(value: unknown): PropertyType {
  const type = typeof value;
  return type === "string" ? "text" : type === "number" || type === "boolean" ? type : "other";
}

export function isShortValue(value: unknown): value is PropertyValue {
  return typeof value === "string"
    ? value.length <= valueLengthMax
    : typeof value === "number" || typeof value === "boolean";
}

/** Drops everything that was last seen before the kept days. */
function forget({ checks, names }: Sketch, today: number): void {
  const first = today - keptDays + 1;
  forgetDays(checks, first);
  for (const [name, { days, values }] of names) {
    forgetDays(days, first);
    for (const [value, day] of values ?? []) {
      if (day < first) {
        values?.delete(value);
      }
    }
    if (days.size === 0) {
      names.delete(name);
    }
  }
}

function forgetDays(byDay: Map<number, unknown>, first: number): void {
  for (const day of byDay.keys()) {
    if (day < first) {
      byDay.delete(day);
    }
  }
}

function seenProperty(name: string, { days, values, isPrivate }: NameSketch): SeenProperty {
  const types = { text: 0, number: 0, boolean: 0, other: 0 };
  for (const counts of days.values()) {
    for (const type of propertyTypes) {
      types[type] += counts[type];
    }
  }
  const count = sumOf(Object.values(types));
  return { name, count, types, values: [...(values?.keys() ?? [])], isPrivate };
}

function sumOf(numbers: Iterable<number>): number {
  let sum = 0;
  for (const number of numbers) {
    sum += number;
  }
  return sum;
}
