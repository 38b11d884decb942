import type { ReactElement } from "react";
import { LaterStyles } from "../parts/later-styles.tsx";
import styles from "../style/approvals.css" with { type: "file" };

/** The styles of policies, and of changes that need approval. */
export function ApprovalStyles(): ReactElement {
  return <LaterStyles file={styles} />;
}
