import type { GateRequest } from "../api-client/public-api-client.ts";
import { type GateValues, gateKeys, noOpenGates, type ShownGate } from "./gate-text.ts";

/** The gates that differ. */
export function differentGates(left: GateValues, right: GateValues): readonly ShownGate[] {
  return gateKeys.filter((key) => !isSame(left[key], right[key]));
}

/** The changes that turn the gates of `now` into the gates of `wanted`, in a valid order. */
export function gateDifference(now: GateValues, wanted: GateValues): readonly GateRequest[] {
  if (now.boolean === wanted.boolean) {
    return otherWrites(now, wanted);
  }
  // Both writes of the boolean gate clear all others.
  const first = { gate: "boolean", action: wanted.boolean ? "enable" : "disable" } as const;
  return [first, ...otherWrites(noOpenGates, wanted)];
}

function otherWrites(now: GateValues, wanted: GateValues): readonly GateRequest[] {
  return [
    ...expressionWrites(now, wanted),
    ...(["groups", "actors"] as const).flatMap((gate) => setWrites(gate, now[gate], wanted[gate])),
    ...(["percentage_of_actors", "percentage_of_time"] as const).flatMap((gate) =>
      now[gate] === wanted[gate] ? [] : [{ gate, action: "enable", value: wanted[gate] } as const],
    ),
  ];
}

function expressionWrites(now: GateValues, { expression }: GateValues): readonly GateRequest[] {
  if (isSame(now.expression, expression)) {
    return [];
  }
  return expression === null
    ? [{ gate: "expression", action: "disable" }]
    : [{ gate: "expression", action: "enable", value: expression }];
}

function setWrites(
  gate: "groups" | "actors",
  now: readonly string[],
  wanted: readonly string[],
): readonly GateRequest[] {
  const nowSet = new Set(now);
  const wantedSet = new Set(wanted);
  return [
    ...now
      .filter((value) => !wantedSet.has(value))
      .map((value) => ({ gate, action: "disable", value }) as const),
    ...wanted
      .filter((value) => !nowSet.has(value))
      .map((value) => ({ gate, action: "enable", value }) as const),
  ];
}

/** Both come from the same JSON of one server, or from two servers that sort sets alike. */
function isSame(left: unknown, right: unknown): boolean {
  return Bun.deepEquals(left, right);
}
