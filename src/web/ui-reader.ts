/** Why the UI is read-only for everybody: a flag of the server, or an address that all can reach. */
export type ReadOnlyReason = "flag" | "open_address" | null;
