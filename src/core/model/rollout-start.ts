import { type InstantOfLocalTime, instantOf } from "../text/local-time.ts";
import type { RolloutStart } from "./rollout.ts";

/** A start with its instant by the time zones of now, which may have changed since it was written. */
export function currentStart(start: RolloutStart): RolloutStart {
  if (start.kind === "now" || start.local === null || start.zone === null) {
    return start;
  }
  const found = instantOf(start.local, start.zone);
  return found === null || found.at === start.at ? start : { ...start, at: found.at };
}

/** The start at a local time, and what is special about it; null for an unknown zone or time. */
export function startAt(
  local: string,
  zone: string,
): { readonly start: RolloutStart; readonly note: InstantOfLocalTime["note"] } | null {
  const found = instantOf(local, zone);
  return found && { start: { kind: "at", at: found.at, local, zone }, note: found.note };
}
