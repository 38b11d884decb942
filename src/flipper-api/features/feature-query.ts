import { repeatedNameListOf } from "../../http/request/name-list.ts";
import type { Parameters } from "../../http/request/parameters.ts";
import { parseQuery } from "../../http/request/parse-parameters.ts";
import { BoundedCache } from "../../memo/bounded-cache.ts";
import type { Snapshot } from "../../snapshots/snapshot.ts";
import type { Toggle } from "../../toggles/toggle.ts";
import type { FeatureShape } from "../answers/feature-json.ts";

/** The query of a GET /features. */
interface FeatureQuery {
  readonly shape: FeatureShape;
  /** The argument of `selectFeatures`, if the query has `keys`; null for all features. */
  readonly selection: Parameters | null;
}

const cachedQueriesMax = 256;
const cachedLengthMax = 128;

/**
 * Returns a function that parses raw query strings without their `?`. Pollers repeat few strings,
 * and parsing one takes as long as the rest of an answer from memory, so queries for all features
 * are cached. Throws request_invalid for a query that cannot be decoded.
 */
export function featureQueries(showsExpressions: boolean): (search: string) => FeatureQuery {
  const cache = new BoundedCache<string, FeatureQuery>(cachedQueriesMax);
  return (search) => {
    const known = cache.get(search);
    if (known !== undefined) {
      return known;
    }
    const query = readQuery(search, showsExpressions);
    if (query.selection === null && search.length <= cachedLengthMax) {
      cache.set(search, query);
    }
    return query;
  };
}

function readQuery(search: string, showsExpressions: boolean): FeatureQuery {
  const parameters = parseQuery(search);
  return {
    shape: {
      expression: showsExpressions,
      excludeGates: parameters.flag("exclude_gates"),
      excludeGateNames: parameters.flag("exclude_gate_names"),
    },
    selection: parameters.has("keys") ? parameters : null,
  };
}

/**
 * Returns the features of a query with `keys` or `keys[]`, each once, in the order of their first
 * mention, without unknown ones (docs/api.md#keys-and-groups).
 */
export function selectFeatures(query: Parameters, snapshot: Snapshot): readonly Toggle[] {
  const keys = repeatedNameListOf(query, "keys", (key) => snapshot.find(key) !== undefined);
  return [...(keys ?? [])].flatMap((key) => snapshot.find(key) ?? []);
}
