import { Type } from "@sinclair/typebox";
import { type DocumentedDeployment, flipperOperation } from "../errors/operation-docs.ts";
import { UnknownKeysModel } from "./unknown-keys-model.ts";

const example: UnknownKeysModel = {
  days: 7,
  keys: [{ key: "serach", enabled: 0, disabled: 3, last_at: "2026-01-15T09:30:00.000Z" }],
};

/** The documentation of docs/api.md#unknown-keys. */
export function unknownKeysDocs(deployment: DocumentedDeployment) {
  return flipperOperation(deployment, {
    id: "listUnknownKeys",
    tag: "Gatehouse",
    summary: "List keys that were checked in the environment, but are no features",
    description: "They are misspelt, or their feature was deleted or not created yet.",
    query: {
      days: {
        description: "The days that count, up to the retention of the plan.",
        schema: Type.Integer({ minimum: 1, default: 7 }),
        example: 7,
      },
    },
    answers: [{ status: 200, text: "The keys", json: { schema: UnknownKeysModel, example } }],
    refusals: ["days_invalid", "plan_upgrade_required", "unavailable"],
  });
}
