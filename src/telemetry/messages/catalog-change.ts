/**
 * What the worker has to know of gatehouse.db, told as facts: all of them when a worker starts,
 * then those that a commit changes.
 */
export type Lesson =
  | { readonly kind: "project"; readonly projectId: number; readonly retentionDays: number }
  | { readonly kind: "environment"; readonly environmentId: number; readonly projectId: number }
  | { readonly kind: "environment_gone"; readonly environmentId: number }
  | {
      readonly kind: "feature";
      readonly projectId: number;
      readonly key: string;
      readonly featureId: number;
    }
  | { readonly kind: "feature_gone"; readonly projectId: number; readonly key: string };
