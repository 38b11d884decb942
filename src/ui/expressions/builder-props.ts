import type { ReactNode } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import type { DraftNode } from "./draft-node.ts";
import type { DraftProblem } from "./draft-problems.ts";

export interface BuilderProps {
  readonly feature: FeatureAnswer;
  readonly tree: DraftNode | null;
  readonly problems: readonly DraftProblem[];
  /** What the server says about the draft. */
  readonly status: string;
  /** Further buttons of the last line. */
  readonly buttons: ReactNode;
  readonly onChange: (tree: DraftNode | null) => void;
}
