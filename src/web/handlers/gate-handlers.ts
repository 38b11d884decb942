import { inSlices } from "../../event-loop/shared-turns.ts";
import { requireActorId } from "../../toggles/actor-id.ts";
import { exactFeatureKey } from "../../toggles/feature-key.ts";
import type { GateChange } from "../../toggles/gate-change.ts";
import { requireGroupName } from "../../toggles/group-name.ts";
import type { HandlerInput, HandlersOf } from "../serve.ts";
import { findActors } from "./find-actors.ts";
import { typedExpression } from "./typed-expression.ts";
import {
  callerIn,
  callerOf,
  environmentOfId,
  type UiDependencies,
  written,
} from "./ui-dependencies.ts";

type GateRoute =
  | "DELETE /environments/:environment/features/:key/gates"
  | "PUT /environments/:environment/features/:key/boolean"
  | "PUT /environments/:environment/features/:key/percentage-of-actors"
  | "PUT /environments/:environment/features/:key/percentage-of-time"
  | "PUT /environments/:environment/features/:key/expression"
  | "PATCH /environments/:environment/features/:key/actors"
  | "PATCH /environments/:environment/features/:key/groups"
  | "GET /environments/:environment/features/:key/actors"
  | "POST /environments/:environment/features/:key/copy"
  | "POST /expressions/check";

type GateInput = Pick<
  HandlerInput<"PUT /environments/:environment/features/:key/boolean">,
  "params" | "reader" | "roleMin"
>;

/** Changes of one feature's gates; all rules are those of the services. */
export function gateHandlers({ services }: UiDependencies): HandlersOf<GateRoute> {
  const { writer, editor, features } = services;

  async function change(
    input: GateInput & { readonly body: { readonly seen?: string; readonly typed?: string } },
    gateChange: GateChange,
  ) {
    const caller = callerOf(writer.state, input);
    const { seen, typed } = input.body;
    await editor.change(caller, exactFeatureKey(input.params.key), gateChange, { seen, typed });
    return written(writer.state);
  }

  return {
    "DELETE /environments/:environment/features/:key/gates": (input) =>
      change(input, { action: "clear" }),
    "PUT /environments/:environment/features/:key/boolean": (input) =>
      change(input, { action: input.body.enabled ? "enable" : "disable" }),
    "PUT /environments/:environment/features/:key/percentage-of-actors": (input) =>
      change(input, { action: "percentage_of_actors", value: input.body.percentage }),
    "PUT /environments/:environment/features/:key/percentage-of-time": (input) =>
      change(input, { action: "percentage_of_time", value: input.body.percentage }),
    "PUT /environments/:environment/features/:key/expression": (input) =>
      change(
        input,
        input.body.json === null
          ? { action: "disable_expression" }
          : { action: "enable_expression", value: typedExpression(input.body.json) },
      ),

    async "PATCH /environments/:environment/features/:key/actors"(input) {
      const caller = callerOf(writer.state, input);
      const { add = [], remove = [], typed } = input.body;
      const { added, removed } = await editor.changeMembers(
        caller,
        exactFeatureKey(input.params.key),
        {
          gate: "actors",
          add: add.map(requireActorId),
          remove,
        },
        { typed },
      );
      return { ...written(writer.state), added, removed };
    },

    async "PATCH /environments/:environment/features/:key/groups"(input) {
      const caller = callerOf(writer.state, input);
      const { add = [], remove = [], allowUnknown = false, typed } = input.body;
      await editor.changeMembers(
        caller,
        exactFeatureKey(input.params.key),
        { gate: "groups", add: add.map(requireGroupName), remove },
        { allowsAnyGroup: allowUnknown, typed },
      );
      return written(writer.state);
    },

    "GET /environments/:environment/features/:key/actors"(input) {
      const caller = callerOf(writer.state, input);
      const { gates } = features.get(caller, exactFeatureKey(input.params.key));
      return inSlices(findActors(gates.actors, input.query.text ?? "", input.query.after));
    },

    async "POST /environments/:environment/features/:key/copy"(input) {
      const { to, typed } = input.body;
      const from = environmentOfId(writer.state, input.params.environment);
      const caller = callerIn(writer.state, environmentOfId(writer.state, to), input.caller);
      await editor.copyGates(caller, exactFeatureKey(input.params.key), from, { typed });
      return written(writer.state);
    },

    "POST /expressions/check"({ body }) {
      const expression = typedExpression(body.json);
      return { expression, json: JSON.stringify(expression, null, jsonIndent) };
    },
  };
}

const jsonIndent = 2;
