/** A feature of a project, without its gates, which belong to environments. */
export interface Feature {
  readonly id: number;
  readonly projectId: number;
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** The user, or the owner of the token, that created it. */
  readonly creatorId: number | null;
  readonly description: string | null;
  readonly longevity: Longevity | null;
  readonly tags: readonly string[];
  readonly ownerId: number | null;
}

/** Whether two features are described to people by the same words. */
export function isDescribedAs(left: Feature, right: Feature): boolean {
  return (
    left.description === right.description &&
    left.longevity === right.longevity &&
    left.ownerId === right.ownerId &&
    left.tags.length === right.tags.length &&
    left.tags.every((tag, index) => tag === right.tags[index])
  );
}

export const longevities = ["temporary", "permanent"] as const;
export type Longevity = (typeof longevities)[number];

/** The default limit of the body of an import, in bytes. */
export const importBytesDefault = 50 * 1024 * 1024;
