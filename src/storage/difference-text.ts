import { ChunkedSet } from "../core/evaluation/chunked-set.ts";
import type { Gates } from "../core/evaluation/gates.ts";
import { setOfSorted } from "../core/evaluation/sorted-set.ts";
import type { GateDifference, GatePatch } from "../core/model/gate-difference.ts";

/** A text over this length is stored separately from its audit, and compressed. */
export const inlineLengthMax = 4_096;
/** The text of a longer list is created in pieces. */
const valuesPerPieceMax = 250;
const pieceLengthMin = 16 * 1024;

/** A difference as text: its kind alone, or JSON. */
export function differenceText(difference: GateDifference): string {
  switch (difference.kind) {
    case "none":
    case "flipped":
    case "pinned":
    case "created":
    case "too_large":
      return difference.kind;
    default:
      return JSON.stringify(difference);
  }
}

/** Whether the text must be created in pieces: sets can have 100,000 members. */
export function isLongDifference(difference: GateDifference): boolean {
  return memberCount(difference) > valuesPerPieceMax;
}

/** The text of `differenceText` in pieces of some KiB, to be joined. */
export function longDifferenceTexts(difference: GateDifference): Generator<string, void> {
  return joined(jsonPieces(difference));
}

/** The difference for a text of `differenceText`, which only this program has written. */
export function parseDifference(text: string): GateDifference {
  const parsed: GateDifference = JSON.parse(text.startsWith("{") ? text : `{"kind":"${text}"}`);
  switch (parsed.kind) {
    case "dropped":
      return { ...parsed, gates: withSets(parsed.gates) };
    case "removed":
      return {
        ...parsed,
        gates: parsed.gates.map((each) => ({ ...each, gates: withSets(each.gates) })),
      };
    default:
      return parsed;
  }
}

/** In JSON a set is a list. */
function withSets(gates: Gates): Gates {
  return {
    ...gates,
    groups: setOfSorted(gates.groups.slice()),
    actors: setOfSorted(gates.actors.slice()),
  };
}

function memberCount(difference: GateDifference): number {
  switch (difference.kind) {
    case "changed":
      return patchCount(difference.patch);
    case "dropped":
      return gatesCount(difference.gates);
    case "removed":
      return difference.gates.reduce((sum, { gates }) => sum + 1 + gatesCount(gates), 0);
    default:
      return 0;
  }
}

function patchCount({ actors, groups }: GatePatch): number {
  return [actors, groups].reduce(
    (sum, set) => sum + (set?.added.length ?? 0) + (set?.removed.length ?? 0),
    0,
  );
}

function gatesCount({ actors, groups }: Gates): number {
  return actors.length + groups.length;
}

function* joined(pieces: Iterable<string>): Generator<string, void> {
  let text = "";
  for (const piece of pieces) {
    text += piece;
    if (text.length >= pieceLengthMin) {
      yield text;
      text = "";
    }
  }
  yield text;
}

function* jsonPieces(value: unknown): Generator<string, void> {
  if (Array.isArray(value)) {
    yield* listPieces(value);
  } else if (value instanceof ChunkedSet) {
    yield* listPieces(value.slice());
  } else if (typeof value === "object" && value !== null) {
    let separator = "{";
    for (const [name, member] of Object.entries(value)) {
      yield `${separator}${JSON.stringify(name)}:`;
      yield* jsonPieces(member);
      separator = ",";
    }
    yield separator === "{" ? "{}" : "}";
  } else {
    yield JSON.stringify(value);
  }
}

/** The members of one list are all of one type, except the arguments of an expression. */
function* listPieces(list: readonly unknown[]): Generator<string, void> {
  yield "[";
  for (let start = 0; start < list.length; start += valuesPerPieceMax) {
    const part = list.slice(start, start + valuesPerPieceMax);
    if (part.some((item) => typeof item === "object")) {
      for (const [index, item] of part.entries()) {
        yield start + index === 0 ? "" : ",";
        yield* jsonPieces(item);
      }
    } else {
      yield (start === 0 ? "" : ",") + JSON.stringify(part).slice(1, -1);
    }
  }
  yield "]";
}
