import { type Static, Type } from "@sinclair/typebox";
import { environmentStates } from "../../model/environment-state-names.ts";
import { tokenAccesses } from "../../model/token.ts";

const exact = { additionalProperties: false } as const;

/** An environment (docs/api.md#environments). */
const EnvironmentModel = Type.Object(
  {
    id: Type.Integer({ minimum: 1 }),
    slug: Type.String(),
    name: Type.String(),
    state: Type.Union(environmentStates.map((state) => Type.Literal(state))),
    created_at: Type.String({ description: "ISO 8601, UTC." }),
  },
  exact,
);

/** The token of a created environment (docs/api.md#environments). */
const PreviewTokenModel = Type.Object(
  {
    name: Type.String(),
    access: Type.Union(tokenAccesses.map((access) => Type.Literal(access))),
    value: Type.String({ description: "The secret; shown only once." }),
  },
  exact,
);

/** The answer of POST /environments (docs/api.md#environments). */
export const CreatedEnvironmentModel = Type.Object(
  { environment: EnvironmentModel, token: PreviewTokenModel },
  exact,
);
export type CreatedEnvironmentModel = Static<typeof CreatedEnvironmentModel>;
