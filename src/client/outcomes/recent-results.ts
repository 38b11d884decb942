/** Bounds the memory of an application with many actors. */
const actorsMax = 10_000;

/** The latest results of checks, by actor and feature. */
export interface RecentResults {
  note(flipperId: string, feature: string, enabled: boolean): void;
  /** Undefined if the actor was not checked, or long ago. */
  find(flipperId: string, feature: string): boolean | undefined;
}

export function createRecentResults(): RecentResults {
  /** The actor that was checked last is the last one. */
  const results = new Map<string, Map<string, boolean>>();
  return {
    note(flipperId, feature, enabled) {
      const ofActor = results.get(flipperId) ?? new Map<string, boolean>();
      results.delete(flipperId);
      results.set(flipperId, ofActor.set(feature, enabled));
      const [oldest] = results.keys();
      if (results.size > actorsMax && oldest !== undefined) {
        results.delete(oldest);
      }
    },
    find: (flipperId, feature) => results.get(flipperId)?.get(feature),
  };
}
