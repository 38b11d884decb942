import type { ServerFacts } from "../api/admin/server-facts.ts";

/** What the library knows of its host's process. */
export interface HostFacts extends Pick<ServerFacts, "version" | "databases"> {
  /** The bytes of memory of the host's process. */
  readonly memoryBytes: () => number;
}

/** What the library tells of itself; the host knows how its process is. */
export function hostFacts(host: HostFacts): ServerFacts {
  return { ...host, mode: "mountable", isServing: true, readiness: async () => null };
}
