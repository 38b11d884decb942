import type { Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { atPlace } from "../../errors.ts";
import { type PercentageGate, roundedValue } from "../../percentages/rounded-percentages.ts";
import { exactFeatureKey } from "../../toggles/feature-key.ts";
import { featureAnswer } from "../answers/feature-answer.ts";
import { gateChangeOf } from "../features/gate-values.ts";
import { changesDocs } from "./changes-docs.ts";
import { ChangesRequestModel } from "./changes-model.ts";
import { checkedDocument } from "./checked-document.ts";
import type { GatehouseOptions } from "./gatehouse-options.ts";

type Write = Static<typeof ChangesRequestModel>["changes"][number];

const readRequest = checkedDocument(ChangesRequestModel);

/** POST gatehouse/changes (docs/api.md#several-changes). */
export function changesController(options: GatehouseOptions) {
  const { access, services, showsExpressions } = options;
  const shape = { expression: showsExpressions, excludeGates: false, excludeGateNames: false };
  return new Elysia().post(
    "/gatehouse/changes",
    async ({ request }) => {
      const caller = access.writer(request);
      const asked = await readRequest(request);
      const key = exactFeatureKey(asked.key);
      const { features } = services;
      const changes = asked.changes.map((write, index) => {
        const whole = isPercentage(write.gate)
          ? {
              ...write,
              value: roundedValue(key, write.gate, write.value, features.onPercentagesRounded),
            }
          : write;
        return atPlace(`changes[${index}]`, () => gateChangeOf(whole, showsExpressions));
      });
      const toggle = await features.changeEach(caller, key, changes, {
        allowsAnyGroup: asked.allow_unregistered_groups === true,
      });
      return featureAnswer(toggle, shape);
    },
    { parse: "none", detail: changesDocs(options.documented) },
  );
}

function isPercentage(gate: Write["gate"]): gate is PercentageGate {
  return gate === "percentage_of_actors" || gate === "percentage_of_time";
}
