/**
 * `production`: one in each project. `personal`: one for each member of a project. `custom`: created
 * over HTTP or in the shell; outside the process it is called `other` (see `stateOfKind`).
 */
export const environmentKinds = ["production", "personal", "custom"] as const;
export type EnvironmentKind = (typeof environmentKinds)[number];

/** See docs/api.md#environments. */
export interface Environment {
  readonly id: number;
  readonly projectId: number;
  readonly slug: string;
  readonly name: string;
  readonly kind: EnvironmentKind;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** The member a personal environment belongs to; null for the other kinds. */
  readonly memberId: number | null;
  /** The token that created a custom environment; null if it was created in the shell. */
  readonly creatorTokenId: number | null;
}
