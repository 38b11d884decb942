import type { OperatorName } from "../expressions/operator-registry.ts";
import { type ActorIds, actorIdProperty } from "./actor-ids.ts";
import {
  all,
  always,
  any,
  type Bounds,
  drawnBy,
  exactBounds,
  never,
  not,
  unknown,
} from "./bounds.ts";
import { anyOf, type PeerCondition, propertyNamed, textOfProperty } from "./condition.ts";

export type OrderOperator = Extract<
  OperatorName,
  "GreaterThan" | "GreaterThanOrEqualTo" | "LessThan" | "LessThanOrEqualTo"
>;

const orderedTwice = /[\ud800-\uffff]/;
const lastCodePoint = 0x10_ff_ff;
const firstSurrogate = 0xd800;
const afterSurrogates = 0xe000;

/** An attribute of the other system's contexts, as conditions on the property of an actor here. */
export class Attribute {
  readonly name: string;
  readonly property: string;
  /** Undefined for all attributes except the one that becomes the id of the actor. */
  readonly #ids: ActorIds | undefined;
  /** The property, unless it is the id, which is no list. */
  readonly #compared: ReadonlySet<string>;

  /** With `ids`, the attribute is the id of the actor, which is always a text. */
  constructor(name: string, ids?: ActorIds) {
    this.name = name;
    this.property = ids === undefined ? name : actorIdProperty;
    this.#compared = new Set(ids === undefined ? [name] : []);
    this.#ids = ids;
  }

  get isActorId(): boolean {
    return this.#ids !== undefined;
  }

  /** Whether there is a value other than the empty text. With a list, the gate does not match. */
  present(): Bounds {
    return this.#atom({ NotEqual: [textOfProperty(this.property), ""] });
  }

  /** Whether the value is a text, also an empty one. */
  isText(): Bounds {
    return this.#atom({ GreaterThanOrEqualTo: [propertyNamed(this.property), ""] });
  }

  isNumber(): Bounds {
    return this.isActorId
      ? never
      : this.#atom(
          anyOf([
            { LessThanOrEqualTo: [propertyNamed(this.property), 0] },
            { GreaterThanOrEqualTo: [propertyNamed(this.property), 0] },
          ]),
        );
  }

  isBoolean(): Bounds {
    return any([this.equals(true), this.equals(false)]);
  }

  /** Whether there is a value, also an empty text. With a list, the gate does not match. */
  exists(): Bounds {
    return this.isActorId ? this.present() : any([this.isText(), this.present()]);
  }

  /** Whether the value counts as true in JavaScript. With a list, the gate does not match. */
  isTruthy(): Bounds {
    return this.isActorId
      ? this.present()
      : all([this.present(), not(this.equals(false)), not(this.equals(0))]);
  }

  /** A condition that holds for no text, number or boolean, but perhaps for a list or an object. */
  isNoScalar(): Bounds {
    return { ...never, properties: this.exists().properties };
  }

  /** Whether the value is exactly this one, of the same kind. */
  equals(value: string | number | boolean): Bounds {
    if (this.#ids !== undefined) {
      return typeof value === "string" ? this.#equal(this.#ids.idOf(value)) : never;
    }
    return typeof value === "number" && !isExact(value)
      ? unknown(`the number ${value} cannot be stored exactly`)
      : this.#equal(value);
  }

  /** Whether the value, as a text, is this one: also the number or the boolean that it spells. */
  spells(text: string): Bounds {
    const spelled: Bounds[] = [this.equals(text)];
    const number = Number(text);
    if (!this.isActorId && String(number) === text && Number.isFinite(number)) {
      spelled.push(this.equals(number));
    }
    if (!this.isActorId && (text === "true" || text === "false")) {
      spelled.push(this.equals(text === "true"));
    }
    return any(spelled);
  }

  /** Compares numbers. False for values of other kinds. */
  compares(comparison: OrderOperator, number: number): Bounds {
    return this.isActorId ? never : this.#number(comparison, number);
  }

  /** Compares texts by their UTF-8 bytes. False for values of other kinds. */
  comparesText(comparison: OrderOperator, text: string): Bounds {
    return this.isActorId
      ? unknown(`it compares the order of ${this.name}, which is the actor's id here`)
      : this.#atom({ [comparison]: [propertyNamed(this.property), text] });
  }

  /** Whether the value is a text that starts with this one. */
  startsWith(prefix: string): Bounds {
    const start = this.#ids === undefined ? prefix : this.#ids.startOf(prefix);
    if (start === undefined || !start.isWellFormed()) {
      return unknown(`it compares the start of ${this.name}`);
    }
    const end = afterPrefix(start);
    const property = propertyNamed(this.property);
    const from = this.#atom({ GreaterThanOrEqualTo: [property, start] });
    return end === undefined ? from : all([from, this.#atom({ LessThan: [property, end] })]);
  }

  /**
   * A percentage of the values, for contexts that have a value. `hash` names the hash function of
   * the other system: two percentages with one hash function enable the same contexts first.
   */
  rollout(percentage: number, hash: string): Bounds {
    if (!(percentage > 0)) {
      return never;
    }
    const present = this.present();
    return percentage >= 100
      ? present
      : drawnBy(
          `${hash} by ${this.property}`,
          all([
            present,
            this.#atom({ PercentageOfActors: [textOfProperty(this.property), percentage] }),
          ]),
        );
  }

  #number(comparison: OrderOperator, number: number): Bounds {
    return isExact(number)
      ? this.#atom({ [comparison]: [propertyNamed(this.property), number] })
      : unknown(`the number ${number} cannot be stored exactly`);
  }

  #equal(value: string | number | boolean): Bounds {
    return typeof value === "string" && !value.isWellFormed()
      ? unknown("it has a text that is not valid Unicode")
      : this.#atom({ Equal: [propertyNamed(this.property), value] });
  }

  /** No property has an empty name, or one of white space alone. */
  #atom(condition: PeerCondition): Bounds {
    return this.property.trim() === "" || !this.property.isWellFormed()
      ? unknown("an attribute has no name that a property can have")
      : exactBounds(condition, this.#compared);
  }
}

/** A percentage that is drawn again for each check. */
export function drawn(percentage: number): Bounds {
  if (!(percentage > 0)) {
    return never;
  }
  return percentage >= 100
    ? always
    : drawnBy("independent random", exactBounds({ LessThan: [{ Random: [100] }, percentage] }));
}

/** Compares the time of the check with a time, in milliseconds since the epoch. */
export function comparesNow(comparison: OrderOperator, time: number): Bounds {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 || date.getUTCFullYear() < 1
    ? unknown("its date cannot be read")
    : exactBounds({ [comparison]: [{ Now: [] }, { Time: [date.toISOString()] }] });
}

/** Whether an operator is true of two numbers. */
export function isOrdered(left: number, comparison: OrderOperator, right: number): boolean {
  switch (comparison) {
    case "LessThan":
      return left < right;
    case "LessThanOrEqualTo":
      return left <= right;
    case "GreaterThan":
      return left > right;
    case "GreaterThanOrEqualTo":
      return left >= right;
  }
}

/** Whether every text has one order next to this one, by UTF-16 units and by UTF-8 bytes. */
export function isOrderedAlike(text: string): boolean {
  return !orderedTwice.test(text);
}

/** The least text that is greater than all texts with a prefix; undefined if there is none. */
function afterPrefix(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  const last = points.findLastIndex((point) => point < lastCodePoint);
  const next = (points[last] ?? 0) + 1;
  return last === -1
    ? undefined
    : String.fromCodePoint(
        ...points.slice(0, last),
        next === firstSurrogate ? afterSurrogates : next,
      );
}

/** Whether a number stays the same as a constant of an expression. */
function isExact(number: number): boolean {
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));
}
