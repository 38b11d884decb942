import { type Static, Type } from "@sinclair/typebox";
import { environmentStates } from "../../../core/model/environment-state-names.ts";
import { tokenAccesses } from "../../../core/model/token.ts";
import { dateTime, int64 } from "../../../http/openapi/documented-formats.ts";

const exact = { additionalProperties: false } as const;

/** An environment (docs/api.md#environments). */
const EnvironmentModel = Type.Object(
  {
    id: Type.Integer({ minimum: 1, ...int64 }),
    slug: Type.String({ description: "The name in ASCII and lower case, with dashes." }),
    name: Type.String(),
    state: Type.Union(environmentStates.map((state) => Type.Literal(state))),
    created_at: Type.String(dateTime),
  },
  { ...exact, $id: "Environment" },
);

/** The token of a created environment (docs/api.md#environments). */
const PreviewTokenModel = Type.Object(
  {
    name: Type.String(),
    access: Type.Union(tokenAccesses.map((access) => Type.Literal(access))),
    value: Type.String({ description: "The secret; shown only once." }),
  },
  { ...exact, $id: "Token" },
);

/** The answer of POST /environments (docs/api.md#environments). */
export const CreatedEnvironmentModel = Type.Object(
  { environment: EnvironmentModel, token: PreviewTokenModel },
  { ...exact, $id: "CreatedEnvironment" },
);
export type CreatedEnvironmentModel = Static<typeof CreatedEnvironmentModel>;
