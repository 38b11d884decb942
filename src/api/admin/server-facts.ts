/** What the server, or the process that answers instead of one, tells of itself. */
export interface ServerFacts {
  readonly version: string;
  readonly mode: "hosted" | "mountable";
  /** False for a command of the shell, which answers one request without a server. */
  readonly isServing: boolean;
  /** The result of the readiness checks; null where there are none. */
  readonly readiness: () => Promise<ServerHealth | null>;
  /** The names of the database files and their sizes; none for data in memory. */
  readonly databases: () => Promise<readonly { readonly name: string; readonly bytes: number }[]>;
  /** Null for a process that is no server. */
  readonly memoryBytes: () => number | null;
}

export interface ServerHealth {
  readonly isReady: boolean;
  /** Sentences for an operator. */
  readonly problems: readonly string[];
}
