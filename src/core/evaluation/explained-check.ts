import type { ExplainedTerm } from "../expressions/explained-term.ts";

/** How an expression was evaluated for one actor, or without one. */
export interface ExplainedActor {
  /** Null in a check without actors. */
  readonly flipperId: string | null;
  readonly isTrue: boolean;
  /** Whether the evaluation failed, which closes the gate for this actor. */
  readonly failed: boolean;
}

/** Whether a gate opens, and why. */
export type ExplainedGate =
  | { readonly gate: "boolean"; readonly opens: boolean }
  | {
      readonly gate: "expression";
      readonly opens: boolean;
      /** In the order of the check; empty without an expression. */
      readonly actors: readonly ExplainedActor[];
      /**
       * The evaluation for the first actor for whom it is true, else for the first one. Null
       * without an expression, and if all trees together would be too large.
       */
      readonly tree: ExplainedTerm | null;
      /**
       * Whether the feature and others refer to each other in a cycle: then the tree shows the
       * answers of the others, and may differ from the answer of the gate.
       */
      readonly isInCycle: boolean;
      /** Where and why the stored expression is faulty (`expressionFault`); null if it is not. */
      readonly fault: string | null;
    }
  | {
      readonly gate: "actors";
      readonly opens: boolean;
      /** How many actors the gate has. */
      readonly count: number;
      /** Those of the check that are among them. */
      readonly matched: readonly string[];
    }
  | {
      readonly gate: "percentage_of_actors";
      readonly opens: boolean;
      readonly percentage: number;
      /** 0 to 99,999, of all actors together; null without actors. */
      readonly bucket: number | null;
      /** The gate is open for buckets below this one. */
      readonly threshold: number;
      /** The gate opens at every percentage above this one; null without actors. */
      readonly opensAbove: number | null;
    }
  | { readonly gate: "percentage_of_time"; readonly opens: boolean; readonly percentage: number }
  | {
      readonly gate: "groups";
      readonly opens: boolean;
      /** Each group of the gate; whether an actor is in it, and whether it is known here. */
      readonly groups: readonly {
        readonly name: string;
        readonly matches: boolean;
        readonly isKnown: boolean;
      }[];
    };

/** The answer of a check of one feature, gate by gate in the order of the evaluation. */
export interface ExplainedCheck {
  readonly enabled: boolean;
  readonly gates: readonly ExplainedGate[];
}
