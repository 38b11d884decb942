import type { State } from "../../../core/model/state.ts";
import { isActive } from "../../../core/model/token.ts";

/** The active tokens of each environment. */
export function activeTokenCounts({ tokens }: State, now: number): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const token of tokens.values()) {
    if (isActive(token, now)) {
      counts.set(token.environmentId, (counts.get(token.environmentId) ?? 0) + 1);
    }
  }
  return counts;
}
