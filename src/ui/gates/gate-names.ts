import type { GateName } from "../../api/admin/contract/feature-models.ts";

/** The gates in the order of the page. */
export const gateNames: readonly GateName[] = [
  "boolean",
  "percentageOfActors",
  "expression",
  "actors",
  "groups",
  "percentageOfTime",
];
