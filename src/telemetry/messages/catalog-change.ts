import type { WatchedOutcomes } from "../../core/outcomes/watched-outcomes.ts";

/**
 * One fact about projects, environments or features in gatehouse.db. The worker receives the whole
 * catalog when it starts (`catalog-text.ts`), and then the changes of each commit.
 */
export type CatalogChange =
  | { readonly kind: "project_saved"; readonly projectId: number; readonly retentionDays: number }
  | {
      readonly kind: "environment_saved";
      readonly environmentId: number;
      readonly projectId: number;
    }
  | { readonly kind: "environment_deleted"; readonly environmentId: number }
  | WatchedSaved
  | {
      readonly kind: "feature_saved";
      readonly projectId: number;
      readonly key: string;
      readonly featureId: number;
    }
  | { readonly kind: "feature_deleted"; readonly projectId: number; readonly key: string }
  /** The data was replaced by older data; these are its highest assigned ids. */
  | {
      readonly kind: "ids_restarted";
      readonly environmentId: number;
      readonly featureId: number;
    };

/** All that the active guards of an environment watch; an empty list for nothing. */
export interface WatchedSaved {
  readonly kind: "watched_saved";
  readonly environmentId: number;
  readonly watched: readonly WatchedOutcomes[];
}
