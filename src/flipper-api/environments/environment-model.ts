import { type Static, Type } from "@sinclair/typebox";
import { environmentStates } from "../../model/environment-state.ts";
import { tokenAccesses } from "../../model/token.ts";

const exact = { additionalProperties: false } as const;

/** SPEC.md 2.7. */
export const EnvironmentModel = Type.Object(
  {
    id: Type.Integer({ minimum: 1 }),
    slug: Type.String(),
    name: Type.String(),
    state: Type.Union(environmentStates.map((state) => Type.Literal(state))),
    created_at: Type.String({ description: "ISO 8601, UTC." }),
  },
  exact,
);
export type EnvironmentModel = Static<typeof EnvironmentModel>;

/** SPEC.md 2.7, the token object. */
export const PreviewTokenModel = Type.Object(
  {
    name: Type.String(),
    access: Type.Union(tokenAccesses.map((access) => Type.Literal(access))),
    value: Type.String({ description: "The secret; shown this once." }),
  },
  exact,
);

/** SPEC.md 4.4, the answer to POST /environments. */
export const CreatedEnvironmentModel = Type.Object(
  { environment: EnvironmentModel, token: PreviewTokenModel },
  exact,
);
export type CreatedEnvironmentModel = Static<typeof CreatedEnvironmentModel>;
