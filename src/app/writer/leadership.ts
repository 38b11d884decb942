/** Work that one process of an installation does for all. */
export interface LedWork {
  /** Called when this process must start it. */
  readonly begin: () => void;
  /** Called when this process must stop it: another process may start it. A no-op before the start. */
  readonly end: () => Promise<void>;
}

/** Decides which process of an installation does its scheduled work. */
export interface Leadership {
  /** Whether this process does it now. */
  readonly isLeading: boolean;
  /** Does the work whenever this process leads, until the returned function is called. */
  lead(work: LedWork): () => Promise<void>;
}

/** The leadership of a process that does not share its data. */
export const soleLeadership: Leadership = {
  isLeading: true,
  lead({ begin, end }) {
    begin();
    return end;
  },
};
