import type { Change } from "../../src/core/model/change.ts";

/** Rows as the first release with replicas writes them, and what they say. */
export function replicaData(statements: readonly string[], changes: readonly Change[]) {
  const replica = { id: 2, name: "frankfurt", hash: "replica-2", createdAt: 11_000 };
  return {
    statements: [...statements, "INSERT INTO replicas VALUES (2, 'frankfurt', 'replica-2', 11000)"],
    changes: [...changes, { kind: "replica.saved", replica } as const],
  };
}
