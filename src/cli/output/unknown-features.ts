import { printable } from "../../core/text/printable.ts";
import type { DailyCall } from "../targets/daily-subcommand.ts";
import { featureKeys } from "../targets/read-features.ts";
import { unknownFeature } from "./known-feature.ts";

/**
 * Warns of each unknown key, and suggests the most similar feature. Reads all keys only if one is
 * unknown.
 */
export async function warnOfUnknownFeatures(
  call: Pick<DailyCall, "given" | "output" | "place">,
  keys: readonly string[],
): Promise<void> {
  const known = keys.length === 0 ? [] : await featureKeys(call.place);
  const all = new Set(known);
  for (const key of keys.filter((each) => !all.has(each))) {
    call.output.err(`gatehouse: ${printable(unknownFeature(key, known))}\n`);
  }
}
