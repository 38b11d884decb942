import type { ExplainedTerm } from "../expressions/explained-term.ts";

/** How an expression was evaluated for one actor, or without one. */
export interface ExplainedActor {
  /** Null in a check without actors. */
  readonly flipperId: string | null;
  readonly isTrue: boolean;
  /** Whether the evaluation failed, so that the gate does not match this actor. */
  readonly failed: boolean;
}

/** Whether a gate matches, and why. */
export type ExplainedGate =
  | { readonly gate: "boolean"; readonly opens: boolean }
  | {
      readonly gate: "expression";
      readonly opens: boolean;
      /** In the order of the check; empty without an expression. */
      readonly actors: readonly ExplainedActor[];
      /**
       * The evaluation for the first actor for whom it is true, otherwise for the first. Null
       * without an expression, and if all trees together would be too large.
       */
      readonly tree: ExplainedTerm | null;
      /**
       * Whether the feature and others refer to each other in a cycle. Then the tree shows the
       * results of the others, and may differ from the result of the gate.
       */
      readonly isInCycle: boolean;
      /**
       * The position and reason of a fault in the stored expression (`expressionFault`); null
       * without one.
       */
      readonly fault: string | null;
    }
  | {
      readonly gate: "actors";
      readonly opens: boolean;
      /** How many actors the gate has. */
      readonly count: number;
      /** The actors of the check that the gate contains. */
      readonly matched: readonly string[];
    }
  | {
      readonly gate: "percentage_of_actors";
      readonly opens: boolean;
      readonly percentage: number;
      /** 0 to 99,999, of all actors together; null without actors. */
      readonly bucket: number | null;
      /** The gate matches buckets below this one. */
      readonly threshold: number;
      /** The gate matches at every percentage above this one; null without actors. */
      readonly opensAbove: number | null;
    }
  | { readonly gate: "percentage_of_time"; readonly opens: boolean; readonly percentage: number }
  | {
      readonly gate: "groups";
      readonly opens: boolean;
      /** Each group of the gate, whether an actor is in it, and whether the group is known here. */
      readonly groups: readonly {
        readonly name: string;
        readonly matches: boolean;
        readonly isKnown: boolean;
      }[];
    };

/** The result of a check of one feature, gate by gate in the order of the evaluation. */
export interface ExplainedCheck {
  readonly enabled: boolean;
  readonly gates: readonly ExplainedGate[];
}
