import { type ComponentType, createContext } from "react";
import type { DraftNode } from "./draft-node.ts";
import type { DraftProblem } from "./draft-problems.ts";

export interface NodeProps {
  readonly node: DraftNode;
  readonly place: string;
  /** Its name for screen readers, such as `condition 2`. */
  readonly name: string;
  readonly problems: readonly DraftProblem[];
  readonly onChange: (node: DraftNode) => void;
}

/** Shows a condition inside of a value: values and conditions contain each other. */
export const NestedFieldsContext = createContext<ComponentType<NodeProps> | null>(null);
