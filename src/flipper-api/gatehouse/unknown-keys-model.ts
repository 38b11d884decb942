import { type Static, Type } from "@sinclair/typebox";
import { dateTime, int64 } from "../../http/openapi/documented-formats.ts";
import { countMax } from "../../telemetry/messages/counts.ts";

const exact = { additionalProperties: false } as const;
const Count = Type.Integer({ minimum: 0, maximum: countMax, ...int64 });

/** The answer of GET gatehouse/unknown-keys (docs/api.md#unknown-keys). */
export const UnknownKeysModel = Type.Object(
  {
    days: Type.Integer({ minimum: 1 }),
    keys: Type.Array(
      Type.Object(
        {
          key: Type.String(),
          enabled: Count,
          disabled: Count,
          last_at: Type.String({ ...dateTime, description: "When it was last checked, in UTC." }),
        },
        { ...exact, $id: "UnknownKey" },
      ),
      { description: "At most 1,000; the one that was checked last comes first." },
    ),
  },
  { ...exact, $id: "UnknownKeys" },
);
export type UnknownKeysModel = Static<typeof UnknownKeysModel>;
