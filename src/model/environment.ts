/** `production`: one a project; `personal`: one a member; `other`: custom (DESIGN.md section 3). */
export const environmentStates = ["production", "personal", "other"] as const;
export type EnvironmentState = (typeof environmentStates)[number];

/** SPEC.md 2.7. */
export interface Environment {
  readonly id: number;
  readonly projectId: number;
  readonly slug: string;
  readonly name: string;
  readonly state: EnvironmentState;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** The member a personal environment belongs to. */
  readonly memberId: number | null;
  /** The token that created a custom environment; null when the shell did. */
  readonly creatorTokenId: number | null;
}
