import { type Static, Type } from "@sinclair/typebox";
import { listOf, nullable, oneOf, Time } from "./shared-models.ts";

/** The server that answers. */
export const AboutAnswer = Type.Object(
  {
    version: Type.String(),
    mode: oneOf(["hosted", "mountable"]),
    startedAt: Time,
    dataDirectory: Type.String(),
    node: Type.Union([Type.String(), Type.Null()], {
      description:
        "The name of this server among those that share a database; null for a data directory.",
    }),
    databases: listOf(Type.Object({ file: Type.String(), bytes: Type.Integer() })),
    features: Type.Integer(),
    environments: Type.Integer(),
    checks: listOf(
      Type.Object({
        name: Type.String(),
        isOk: Type.Boolean(),
        reason: nullable(Type.String()),
      }),
    ),
    memoryBytes: Type.Integer(),
  },
  { $id: "About" },
);
export type AboutAnswer = Static<typeof AboutAnswer>;
