import { type Static, Type } from "@sinclair/typebox";
import { dateTime, int64 } from "../../http/openapi/documented-formats.ts";
import { environmentKinds } from "../../model/environment.ts";
import { tokenAccesses } from "../../model/token.ts";

const exact = { additionalProperties: false } as const;
const Count = Type.Integer({ minimum: 0, ...int64 });
const Kind = Type.Union(environmentKinds.map((kind) => Type.Literal(kind)));
const place = { slug: Type.String(), name: Type.String(), kind: Kind };

/** The answer of GET gatehouse/status (docs/api.md#status). */
export const StatusModel = Type.Object(
  {
    version: Type.String(),
    mode: Type.Union([Type.Literal("hosted"), Type.Literal("mountable")]),
    serving: Type.Boolean({
      description: "False if a command of the shell answers, without a running server.",
    }),
    ready: Type.Union([Type.Boolean(), Type.Null()], {
      description: "Whether the checks of `/readyz` succeed; null where there are none.",
    }),
    problems: Type.Array(Type.String(), { description: "What an operator should look at." }),
    project: Type.String(),
    environment: Type.Object(place, { ...exact, $id: "StatusEnvironment" }),
    access: Type.Union(
      (["read_only", "read_and_write", "administrator"] as const).map((each) => Type.Literal(each)),
    ),
    revision: Type.Integer({ description: "As in `Flipper-Sync-Version`.", ...int64 }),
    features: Count,
    databases: Type.Array(
      Type.Object({ file: Type.String(), bytes: Count }, { ...exact, $id: "DatabaseFile" }),
    ),
    memory_bytes: Type.Union([Count, Type.Null()]),
    tokens: Type.Array(
      Type.Object(
        {
          id: Type.Integer({ minimum: 1, ...int64 }),
          name: Type.String(),
          environment: Type.String({ description: "A slug." }),
          access: Type.Union(tokenAccesses.map((access) => Type.Literal(access))),
          last_used_at: Type.Union([Type.String(dateTime), Type.Null()]),
        },
        { ...exact, $id: "StatusToken" },
      ),
      { description: "The active ones, the one that was used last first; at most 1,000." },
    ),
    environments: Type.Array(
      Type.Object(
        {
          ...place,
          overrides: Type.Integer({ minimum: 0, description: "Features with own gates." }),
        },
        { ...exact, $id: "ListedEnvironment" },
      ),
    ),
  },
  { ...exact, $id: "Status" },
);
export type StatusModel = Static<typeof StatusModel>;
