import { splitEncodedList } from "../../http/request/form-fields.ts";
import type { Parameters } from "../../http/request/parameters.ts";
import { decodeFormComponent } from "../../http/request/percent-decoding.ts";
import { queryParameters } from "../../http/request/read-parameters.ts";
import { BoundedCache } from "../../memo/bounded-cache.ts";
import type { Snapshot } from "../../snapshots/snapshot.ts";
import type { Toggle } from "../../toggles/toggle.ts";
import type { FeatureShape } from "../answers/feature-json.ts";

/** What the query of a GET /features asks for. */
export interface FeatureQuery {
  readonly shape: FeatureShape;
  /** For `askedFeatures`, if the query has `keys`; null if it asks for every feature. */
  readonly keyed: Parameters | null;
}

const cachedQueriesMax = 256;
const cachedLengthMax = 128;

/**
 * Reads raw query strings, without their `?`. Pollers repeat a few, and reading one costs as much
 * as the rest of a warm answer, so what asks for every feature is remembered. Throws
 * request_invalid for what cannot be decoded, and remembers nothing of it.
 */
export function featureQueries(showsExpressions: boolean): (search: string) => FeatureQuery {
  const cache = new BoundedCache<string, FeatureQuery>(cachedQueriesMax);
  return (search) => {
    const known = cache.get(search);
    if (known !== undefined) {
      return known;
    }
    const query = readQuery(search, showsExpressions);
    if (query.keyed === null && search.length <= cachedLengthMax) {
      cache.set(search, query);
    }
    return query;
  };
}

function readQuery(search: string, showsExpressions: boolean): FeatureQuery {
  const parameters = queryParameters(search);
  return {
    shape: {
      expression: showsExpressions,
      excludeGates: parameters.flag("exclude_gates"),
      excludeGateNames: parameters.flag("exclude_gate_names"),
    },
    keyed: parameters.has("keys") ? parameters : null,
  };
}

/**
 * The features that a query with `keys` asks for, in the order asked, repeated where repeated,
 * unknown ones left out. `keys` is split at literal commas and then decoded; `keys[]` holds exact
 * keys (WIRE.md B.3).
 */
export function askedFeatures(query: Parameters, snapshot: Snapshot): readonly Toggle[] {
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
