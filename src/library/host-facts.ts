import type { ServerFacts } from "../api/admin/server-facts.ts";

/** Facts about the application's process. */
export interface HostFacts extends Pick<ServerFacts, "version" | "databases"> {
  /** The memory of the application's process in bytes. */
  readonly memoryBytes: () => number;
}

/** What the library reports about itself; the application supplies the facts of its process. */
export function hostFacts(host: HostFacts): ServerFacts {
  return { ...host, mode: "mountable", isServing: true, readiness: async () => null };
}
