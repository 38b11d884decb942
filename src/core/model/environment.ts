/**
 * `production`: one in each project. `personal`: one for each member of a project. `custom`:
 * created over HTTP or on the command line; its name outside the process is `other` (see
 * `stateOfKind`).
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
  /** The token that created a custom environment; null if the command line created it. */
  readonly creatorTokenId: number | null;
}
