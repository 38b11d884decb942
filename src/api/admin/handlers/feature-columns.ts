import { GatehouseError } from "../../../core/errors.ts";
import { featureStateOf, type Gates } from "../../../core/evaluation/gates.ts";
import type { Environment } from "../../../core/model/environment.ts";
import type { State } from "../../../core/model/state.ts";
import type { AdminCaller } from "../admin-routes.ts";
import { environmentOf } from "../asked-environment.ts";
import type { FeatureColumn } from "../contract/feature-column-models.ts";
import { columnsMax } from "../contract/feature-list-models.ts";

/** The environments of the parameter `columns`. Throws `input_invalid` and `environment_not_found`. */
export function askedColumns(
  state: State,
  columns: string | undefined,
  caller: AdminCaller,
): readonly Environment[] {
  const names = columns?.split(",") ?? [];
  const environments = names.map((name) => environmentOf(state, name, caller));
  if (names.length > columnsMax || new Set(environments).size < environments.length) {
    throw new GatehouseError("input_invalid", {
      message: `columns: at most ${columnsMax} environments, each once`,
      place: "columns",
    });
  }
  return environments;
}

/** The own gates of a feature in an environment, as a cell of a list; null without own gates. */
export function featureColumn(gates: Gates | undefined): FeatureColumn | null {
  return gates === undefined
    ? null
    : {
        kind: gaugeOf(gates),
        state: featureStateOf(gates),
        ...(gates.percentageOfActors > 0 ? { percentageOfActors: gates.percentageOfActors } : {}),
        ...(gates.percentageOfTime > 0 ? { percentageOfTime: gates.percentageOfTime } : {}),
        ...(gates.actors.length > 0 ? { actorCount: gates.actors.length } : {}),
        ...(gates.groups.length > 0 ? { groupCount: gates.groups.length } : {}),
        ...(gates.expression === null ? {} : { hasExpression: true }),
      };
}

function gaugeOf(gates: Gates): FeatureColumn["kind"] {
  const state = featureStateOf(gates);
  if (state !== "conditional") {
    return state === "on" ? "everyone" : "off";
  }
  return gates.percentageOfActors > 0 || gates.percentageOfTime > 0 ? "percentage" : "chosen";
}
