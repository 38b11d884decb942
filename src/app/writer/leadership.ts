/** Work that one process of an installation does for all. */
export interface LedWork {
  /** Called when this process is to begin with it. */
  readonly begin: () => void;
  /** Called when it is to end: another process may begin. Does nothing where it has not begun. */
  readonly end: () => Promise<void>;
}

/** Says which process of an installation does its scheduled work. */
export interface Leadership {
  /** Whether this process does it now. */
  readonly isLeading: boolean;
  /** Does the work whenever this process leads, until the returned function is called. */
  lead(work: LedWork): () => Promise<void>;
}

/** The leadership of a process that has its data for itself. */
export const soleLeadership: Leadership = {
  isLeading: true,
  lead({ begin, end }) {
    begin();
    return end;
  },
};
