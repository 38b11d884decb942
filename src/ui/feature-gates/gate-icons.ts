import type { GateName } from "../../api/admin/contract/feature-models.ts";
import type { IconName } from "../parts/icon.tsx";

export const gateIcons: Readonly<Record<GateName, IconName>> = {
  boolean: "everyone",
  percentageOfActors: "percent",
  expression: "code",
  actors: "actors",
  groups: "people",
  percentageOfTime: "clock",
};
