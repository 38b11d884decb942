import type { NamePrefix } from "../../http/routing/canonical-path.ts";

/**
 * The paths of the Flipper API that hold a feature name or an actor id
 * (docs/api.md#names-in-paths).
 */
export const featurePaths: readonly NamePrefix[] = [
  {
    prefix: "/features/",
    actions: [
      "/boolean",
      "/expression",
      "/groups",
      "/actors",
      "/percentage_of_actors",
      "/percentage_of_time",
      "/clear",
    ],
    bare: "/features",
    missing: "feature_name_missing",
  },
  { prefix: "/actors/", actions: [], missing: "flipper_id_missing" },
];
