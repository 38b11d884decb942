/** What the server reports about itself, or a command that answers without a server. */
export interface ServerFacts {
  readonly version: string;
  readonly mode: "hosted" | "mountable";
  /** False for a command, which answers one request without a server. */
  readonly isServing: boolean;
  /** The result of the readiness checks; null without checks. */
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
