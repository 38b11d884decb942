import { splitEncodedList } from "../http/form-fields.ts";
import type { Parameters } from "../http/parameters.ts";
import { decodeFormComponent } from "../http/percent-decoding.ts";
import type { Snapshot } from "../snapshots/snapshot.ts";
import type { Toggle } from "../toggles/toggle.ts";

/**
 * The features that GET /features asks for, in the order asked, repeated where repeated, unknown
 * ones left out; null when it asks for all. `keys` is split at literal commas and then decoded;
 * `keys[]` holds exact keys (WIRE.md B.3).
 */
export function askedFeatures(query: Parameters, snapshot: Snapshot): readonly Toggle[] | null {
  if (!query.has("keys")) {
    return null;
  }
  const keys =
    query.listTexts("keys") ??
    (query.encodedTexts("keys") ?? []).flatMap((encoded) => keysOf(encoded, snapshot));
  return keys.flatMap((key) => snapshot.find(key) ?? []);
}

/** One value without a literal comma may be the key of a feature that has a comma in it. */
function keysOf(encoded: string, snapshot: Snapshot): readonly string[] {
  if (encoded.includes(",")) {
    return splitEncodedList(encoded);
  }
  const decoded = decodeFormComponent(encoded);
  return snapshot.find(decoded) === undefined
    ? decoded.split(",").filter((key) => key !== "")
    : [decoded];
}
