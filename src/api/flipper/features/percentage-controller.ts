import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { parsePercentage } from "../../../core/percentages/percentage.ts";
import {
  type PercentageGate,
  roundedValue,
} from "../../../core/percentages/rounded-percentages.ts";
import { withExample } from "../../../http/declared/documented-schemas.ts";
import { wire } from "../../../http/declared/sent-values.ts";
import { flipperRoutes } from "../../common/access/flipper-routes.ts";
import { exampleFeature } from "./feature-examples.ts";
import { FeaturePath } from "./feature-path.ts";
import {
  changedFeature,
  type GateRoutesOptions,
  gateChanger,
  gateRefusals,
} from "./gate-changer.ts";

/** The handler reads the value: its rounding depends on the feature and on the server. */
const NewPercentage = Type.Object(
  {
    percentage: wire<unknown>(Type.Integer({ minimum: 0, maximum: 100 }), (sent, name) =>
      sent.raw(name),
    ),
  },
  { $id: "Percentage" },
);
const example = { percentage: 50 };

interface DocumentedGate {
  /** The end of the names of the operations. */
  readonly name: string;
  readonly text: string;
  readonly description: string;
}

const gates: Readonly<Record<PercentageGate, DocumentedGate>> = {
  percentage_of_actors: {
    name: "PercentageOfActors",
    text: "percentage of actors",
    description: "An actor stays enabled while the percentage rises.",
  },
  percentage_of_time: {
    name: "PercentageOfTime",
    text: "percentage of time",
    description: "Each check draws a new random number.",
  },
};

/** The routes of the gates `percentage_of_actors` and `percentage_of_time` (docs/api.md#gate-routes). */
export function percentageController(options: GateRoutesOptions) {
  const { service } = options;
  const { isHosted } = options.documented;
  const change = gateChanger(options);
  const route = { access: "write", params: FeaturePath } as const;
  const after = (gate: PercentageGate, percentage: number) =>
    changedFeature(exampleFeature(isHosted, { [gate]: percentage }));
  const app = new Elysia({ tags: ["Gates"] }).use(flipperRoutes(options));
  for (const gate of ["percentage_of_actors", "percentage_of_time"] as const) {
    const { name, text, description } = gates[gate];
    app
      .post(
        `/features/:feature_name/${gate}`,
        ({ caller, params: { feature_name: key }, body }) => {
          const value = roundedValue(key, gate, body.percentage, service.onPercentagesRounded);
          return change(caller, key, { action: gate, value: parsePercentage(value) });
        },
        {
          ...route,
          body: withExample(NewPercentage, example),
          response: after(gate, example.percentage),
          refuses: [...gateRefusals, "percentage_invalid"],
          detail: { operationId: `enable${name}`, summary: `Enable a ${text}`, description },
        },
      )
      .delete(
        `/features/:feature_name/${gate}`,
        ({ caller, params }) => change(caller, params.feature_name, { action: gate, value: 0 }),
        {
          ...route,
          response: after(gate, 0),
          refuses: gateRefusals,
          detail: {
            operationId: `disable${name}`,
            summary: `Set the ${text} to 0`,
            description: "Leaves the other gates as they are.",
          },
        },
      );
  }
  return app;
}
