import { Map as ImmutableMap, Set as ImmutableSet } from "immutable";
import type { RetiredKey } from "../../core/model/retired-key.ts";
import type { State } from "../../core/model/state.ts";

export function retiredKeysByProject(rows: readonly RetiredKey[]): State["retiredKeys"] {
  const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
  return ImmutableMap(
    [...byProject].map(([projectId, keys]) => [
      projectId,
      ImmutableMap(keys.map((each) => [each.key, each])),
    ]),
  );
}

export function retiringProjectsOf(
  rows: readonly { readonly projectId: number }[],
): State["retiringProjects"] {
  return ImmutableSet(rows.map(({ projectId }) => projectId));
}
