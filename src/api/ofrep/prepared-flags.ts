import type { MeasuredValue, Snapshot } from "../../app/snapshots/snapshot.ts";
import { SnapshotMemo } from "../../app/snapshots/snapshot-memo.ts";
import { evaluationOf } from "../../core/evaluation/evaluation.ts";
import { closedGates, type GateKey, type Gates } from "../../core/evaluation/gates.ts";
import { isSteady } from "./flag-list.ts";
import { flagEnd, flagStart } from "./flag-text.ts";
import { type OpenGates, steadyEnd } from "./flag-texts.ts";

const encoder = new TextEncoder();
const bytesPerPlace = 48;

/** The position of the end of a conditional flag, with room for the longest end. */
interface Place {
  readonly start: number;
  /** The ends by matching gate, all of the same length. */
  readonly ends: OpenEnds;
}

type OpenEnds = Readonly<Record<GateKey, Uint8Array>>;

/** An answer in which no conditional feature is enabled. */
interface ClosedAnswer {
  readonly bytes: Uint8Array;
  readonly places: readonly Place[];
}

/**
 * The answers for all features of a small environment, with the parts that are the same for every
 * context prepared. Each answer is a copy of the bytes in which no conditional feature is enabled.
 * The ends of the enabled flags are written over them; JSON allows the spaces that are left. Building
 * the text of each answer would take longer than the check.
 */
class PreparedFlags implements MeasuredValue {
  readonly #snapshot: Snapshot;
  #withActors: ClosedAnswer | undefined;
  #withoutActors: ClosedAnswer | undefined;
  #buffer = new Uint8Array(0);

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  /** An estimate, in bytes of memory. */
  get keptBytes(): number {
    return [this.#withActors, this.#withoutActors].reduce(
      (sum, kept) => sum + (kept?.bytes.length ?? 0) + bytesPerPlace * (kept?.places.length ?? 0),
      this.#buffer.length,
    );
  }

  /** Returns the answer that ends in `tail`; it is valid until the next call. */
  fill(openGates: OpenGates, hasActors: boolean, tail: Uint8Array): Uint8Array<ArrayBuffer> {
    const { bytes, places } = this.#closed(hasActors);
    const length = bytes.length + tail.length;
    const answer = this.#bufferFor(length);
    answer.set(bytes);
    for (let index = 0; index < openGates.length; index++) {
      const gate = openGates[index] ?? null;
      const place = places[index];
      if (gate !== null && place !== undefined) {
        answer.set(place.ends[gate], place.start);
      }
    }
    answer.set(tail, bytes.length);
    return answer.length === length ? answer : answer.subarray(0, length);
  }

  #closed(hasActors: boolean): ClosedAnswer {
    if (hasActors) {
      this.#withActors ??= closedAnswer(this.#snapshot, true);
      return this.#withActors;
    }
    this.#withoutActors ??= closedAnswer(this.#snapshot, false);
    return this.#withoutActors;
  }

  #bufferFor(length: number): Uint8Array<ArrayBuffer> {
    if (this.#buffer.length < length) {
      this.#buffer = new Uint8Array(length);
    }
    return this.#buffer;
  }
}

export const preparedFlags = new SnapshotMemo((snapshot) => new PreparedFlags(snapshot));

function closedAnswer(snapshot: Snapshot, hasActors: boolean): ClosedAnswer {
  const places: Place[] = [];
  const texts = ['{"flags":['];
  let position = texts.join("").length;
  const add = (text: string) => {
    texts.push(text);
    position += Buffer.byteLength(text);
  };
  let comma = "";
  for (const { key, gates } of snapshot.eachToggle()) {
    add(comma + flagStart(key));
    comma = ",";
    if (isSteady(gates)) {
      add(steadyEnd(gates));
    } else {
      const start = position;
      add(closedEnd(gates, hasActors));
      places.push({ start, ends: endsOf(position - start) });
    }
  }
  return { bytes: encoder.encode(texts.join("")), places };
}

/** With spaces up to the length of the longest end that the feature can have. */
function closedEnd(gates: Gates, hasActors: boolean): string {
  const lengths = gateKeys
    .filter((gate) => isSet(gates, gate))
    .map((gate) => openEnds[gate].length);
  return flagEnd(evaluationOf(gates, null, hasActors)).padEnd(Math.max(0, ...lengths));
}

function isSet(gates: Gates, gate: GateKey): boolean {
  switch (gate) {
    case "boolean":
      return gates.boolean;
    case "expression":
      return gates.expression !== null;
    case "actors":
      return gates.actors.length > 0;
    case "percentage_of_actors":
      return gates.percentageOfActors > 0;
    case "percentage_of_time":
      return gates.percentageOfTime > 0;
    case "groups":
      return gates.groups.length > 0;
  }
}

/** The ends of enabled flags, which depend on the matching gate alone. */
const openEnds: Readonly<Record<GateKey, string>> = {
  boolean: openEnd("boolean"),
  expression: openEnd("expression"),
  actors: openEnd("actors"),
  percentage_of_actors: openEnd("percentage_of_actors"),
  percentage_of_time: openEnd("percentage_of_time"),
  groups: openEnd("groups"),
};
const gateKeys = Object.keys(openEnds) as GateKey[];

function openEnd(gate: GateKey): string {
  return flagEnd(evaluationOf(closedGates, gate, true));
}

const knownEnds = new Map<number, OpenEnds>();

/**
 * The ends with spaces up to a length; the end of a gate that no flag at this position has may be
 * longer.
 */
function endsOf(length: number): OpenEnds {
  let ends = knownEnds.get(length);
  if (ends === undefined) {
    const padded = (gate: GateKey) => encoder.encode(openEnds[gate].padEnd(length));
    ends = {
      boolean: padded("boolean"),
      expression: padded("expression"),
      actors: padded("actors"),
      percentage_of_actors: padded("percentage_of_actors"),
      percentage_of_time: padded("percentage_of_time"),
      groups: padded("groups"),
    };
    knownEnds.set(length, ends);
  }
  return ends;
}
