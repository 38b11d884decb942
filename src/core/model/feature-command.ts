import type { ListedGates } from "../evaluation/gates.ts";
import type { Expression } from "../expressions/expression.ts";

/** One change of a feature in an environment, as requests and rollouts store it. */
export type FeatureCommand =
  | { readonly kind: "enable" | "disable" | "clear"; readonly key: string }
  | { readonly kind: "mirror" | "create"; readonly key: string }
  /** Removes the feature from every environment of the project. */
  | { readonly kind: "remove"; readonly key: string }
  | {
      readonly kind: "actors" | "groups";
      readonly key: string;
      readonly add: readonly string[];
      readonly remove: readonly string[];
    }
  | {
      readonly kind: "percentage_of_actors" | "percentage_of_time";
      readonly key: string;
      readonly value: number;
    }
  | {
      readonly kind: "expression";
      readonly key: string;
      /** Null removes the expression. */
      readonly value: Expression | null;
    }
  | { readonly kind: "set"; readonly key: string; readonly gates: ListedGates };
