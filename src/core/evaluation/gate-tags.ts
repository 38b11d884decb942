import { memoizePerObject } from "../memo/memoize-per-object.ts";
import type { GateChange } from "./gate-change.ts";
import type { Gates } from "./gates.ts";
import { chunksOf, type SortedSet } from "./sorted-set.ts";

/** A short hash of each gate's content; `all` covers all gates. Equal gates have equal tags. */
export interface GateTags {
  readonly boolean: string;
  readonly expression: string;
  readonly groups: string;
  readonly actors: string;
  readonly percentage_of_actors: string;
  readonly percentage_of_time: string;
  readonly all: string;
}

/**
 * The tags that refuse a change of a gate which another caller has changed since
 * (docs/decisions.md#undo). They detect changes; they do not protect against forged content.
 */
export const gateTags = memoizePerObject((gates: Gates): GateTags => {
  const ofGates = {
    boolean: tagOf(String(gates.boolean)),
    expression: expressionTag(gates.expression),
    groups: setTag(gates.groups),
    actors: setTag(gates.actors),
    percentage_of_actors: tagOf(String(gates.percentageOfActors)),
    percentage_of_time: tagOf(String(gates.percentageOfTime)),
  };
  return { ...ofGates, all: tagOf(Object.values(ofGates).join(" ")) };
});

/**
 * The tag of the gate that a change writes. `enable`, `disable` and `clear` reset every gate, so
 * their tag covers all gates.
 */
export function seenTagOf(gates: Gates, { action }: Pick<GateChange, "action">): string {
  switch (action) {
    case "enable":
    case "disable":
    case "clear":
      return gateTags(gates).all;
    case "enable_expression":
    case "disable_expression":
      return expressionTag(gates.expression);
    case "enable_actor":
    case "disable_actor":
      return setTag(gates.actors);
    case "enable_group":
    case "disable_group":
      return setTag(gates.groups);
    case "percentage_of_actors":
      return tagOf(String(gates.percentageOfActors));
    case "percentage_of_time":
      return tagOf(String(gates.percentageOfTime));
  }
}

function expressionTag(expression: Gates["expression"]): string {
  return tagOf(JSON.stringify(expression));
}

/** The length of each member precedes it, so that no two sets have the same text. */
const setTag = memoizePerObject((set: SortedSet): string => {
  const hash = new Hash();
  for (const member of chunksOf(set).flat()) {
    hash.add(String(member.length));
    hash.add(":");
    hash.add(member);
  }
  return hash.text;
});

/** The tag of a text. */
export function tagOf(text: string): string {
  const hash = new Hash();
  hash.add(text);
  return hash.text;
}

/** FNV-1a, twice with 32 bits, as 32-bit products are exact and fast. */
class Hash {
  #left = 0x811c9dc5;
  #right = 0x050c5d1f;

  add(text: string): void {
    let left = this.#left;
    let right = this.#right;
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      left = Math.imul(left ^ unit, 0x01000193);
      right = Math.imul(right ^ unit, 0x01000197) + 1;
    }
    this.#left = left;
    this.#right = right;
  }

  get text(): string {
    return [this.#left, this.#right]
      .map((half) => (half >>> 0).toString(36).padStart(7, "0"))
      .join("");
  }
}
