import { GatehouseError } from "../../../core/errors.ts";
import { requireActorId } from "../../../core/evaluation/actor-id.ts";
import type { GateChange } from "../../../core/evaluation/gate-change.ts";
import { requireGroupName } from "../../../core/evaluation/group-name.ts";
import { parseExpression } from "../../../core/expressions/expression.ts";
import { parsePercentage } from "../../../core/percentages/percentage.ts";

/** Creates the change of a gate from the value of a request; undefined for a missing value. */
export interface GateWrite {
  readonly enable: (value: unknown) => GateChange;
  readonly disable: (value: unknown) => GateChange;
}

/**
 * The writes that enable and disable a gate (docs/admin-api.md#several-changes). Each throws the
 * refusal of a value that the gate cannot have. Writes that need no value ignore it.
 */
export const gateWrites = {
  boolean: {
    enable: () => ({ action: "enable" }),
    disable: () => ({ action: "disable" }),
  },
  expression: {
    enable: (value) => ({ action: "enable_expression", value: parseExpression(value) }),
    disable: () => ({ action: "disable_expression" }),
  },
  groups: {
    enable: (value) => ({ action: "enable_group", value: requireGroupName(textOf(value)) }),
    disable: (value) => ({ action: "disable_group", value: requireGroupName(textOf(value)) }),
  },
  actors: {
    enable: (value) => ({ action: "enable_actor", value: requireActorId(textOf(value)) }),
    disable: (value) => ({ action: "disable_actor", value: requireActorId(textOf(value)) }),
  },
  percentage_of_actors: {
    enable: (value) => ({ action: "percentage_of_actors", value: parsePercentage(value) }),
    disable: () => ({ action: "percentage_of_actors", value: 0 }),
  },
  percentage_of_time: {
    enable: (value) => ({ action: "percentage_of_time", value: parsePercentage(value) }),
    disable: () => ({ action: "percentage_of_time", value: 0 }),
  },
} as const satisfies Record<string, GateWrite>;

export type WrittenGateName = keyof typeof gateWrites;

/** A change of a gate as a client sends it, with an unchecked value. */
export interface SentGateWrite {
  readonly gate: WrittenGateName;
  readonly action: "enable" | "disable";
  readonly value?: unknown;
}

/** Returns the change of a sent write. Throws the refusal of a value that the gate cannot have. */
export function gateChangeOf(
  { gate, action, value }: SentGateWrite,
  hasExpressions: boolean,
): GateChange {
  if (gate === "expression" && !hasExpressions) {
    throw new GatehouseError("parameter_invalid", {
      message:
        "A server in mountable mode takes no expressions; change them in its data directory, with --data",
    });
  }
  const write: GateWrite = gateWrites[gate];
  if (value !== undefined && !takesValue(gate, action)) {
    throw new GatehouseError("parameter_invalid", {
      message: `To ${action} ${gate} takes no value`,
    });
  }
  return write[action](value);
}

function takesValue(gate: WrittenGateName, action: SentGateWrite["action"]): boolean {
  return gate === "actors" || gate === "groups" || (gate !== "boolean" && action === "enable");
}

/** As a parameter: a text, or a number in its usual digits; undefined if missing or null. */
function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null || typeof value === "string") {
    return value ?? undefined;
  }
  if (typeof value === "number" && Math.abs(value) <= Number.MAX_SAFE_INTEGER) {
    return String(value);
  }
  throw new GatehouseError("parameter_invalid", {
    message: "The value must be a text, or a number up to 2^53 - 1",
  });
}
