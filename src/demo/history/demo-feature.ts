import type { GateChange } from "../../core/evaluation/gate-change.ts";
import type { Expression } from "../../core/expressions/expression.ts";

/** A feature of the example data. */
export interface DemoFeature {
  readonly key: string;
  readonly description?: string;
  readonly longevity?: "temporary" | "permanent";
  readonly tags?: readonly string[];
  /** The changes of its gates in Production, in order. */
  readonly changes: readonly GateChange[];
  /** Evaluations an hour at noon; none if missing. */
  readonly hourly?: number;
  /** The part of the evaluations that are enabled. */
  readonly rate?: number;
}

export const isPro: Expression = {
  Equal: [{ Property: ["plan"] }, { String: ["pro"] }],
};
export const hasManySeats: Expression = { GreaterThan: [{ Property: ["seats"] }, 10] };
export const everyone: readonly GateChange[] = [{ action: "enable" }];

export function inCountry(code: string): Expression {
  return { Equal: [{ Property: ["country"] }, code] };
}

export function expression(value: Expression): readonly GateChange[] {
  return [{ action: "enable_expression", value }];
}

export function percentage(value: number): readonly GateChange[] {
  return [{ action: "percentage_of_actors", value }];
}

export function group(value: string): readonly GateChange[] {
  return [{ action: "enable_group", value }];
}

export function actors(...ids: readonly string[]): readonly GateChange[] {
  return ids.map((value) => ({ action: "enable_actor", value }));
}
