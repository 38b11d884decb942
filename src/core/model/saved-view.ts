/** Filters and columns of the list of features, saved under a name. */
export interface SavedView {
  readonly id: string;
  readonly projectId: number;
  /** Null without members, as in the mountable deployment. */
  readonly authorId: number | null;
  /** Whether everyone sees it, not only its author. */
  readonly isShared: boolean;
  readonly name: string;
  /** The query of the list's URL. */
  readonly query: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** In Unicode code points. */
export const viewNameLengthMax = 60;
export const viewQueryLengthMax = 1_000;
/** For each person, and for the shared views of a project. */
export const viewsMax = 50;
