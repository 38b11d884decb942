import { type Static, Type } from "@sinclair/typebox";
import { environmentKinds } from "../../../core/model/environment.ts";
import { roles } from "../../../core/model/role.ts";
import { tokenAccesses } from "../../../core/model/token.ts";
import { Count } from "./feature-models.ts";
import {
  environmentText,
  exactFields,
  Id,
  listOf,
  nullable,
  oneOf,
  Time,
} from "./shared-models.ts";

const place = { slug: Type.String(), name: Type.String(), kind: oneOf(environmentKinds) };

export const StatusQuery = Type.Object(
  {
    environment: Type.Optional(
      environmentText("As in paths: the id or the slug of the environment; `-` unless sent."),
    ),
  },
  exactFields,
);

/** The server that answers, and the caller's environment in it. */
export const StatusAnswer = Type.Object(
  {
    version: Type.String(),
    mode: oneOf(["hosted", "mountable"]),
    serving: Type.Boolean({
      description: "False if a command answers, without a running server.",
    }),
    ready: Type.Union([Type.Boolean(), Type.Null()], {
      description: "Whether the checks of `/readyz` succeed; null where there are none.",
    }),
    problems: listOf(Type.String(), { description: "What an operator should look at." }),
    project: Type.String(),
    environment: Type.Object(place),
    access: oneOf([...roles, "administrator", "read_only", "read_and_write"]),
    revision: Type.Integer({ description: "The revision of the project." }),
    features: Count,
    databases: listOf(Type.Object({ file: Type.String(), bytes: Count })),
    memoryBytes: nullable(Count),
    tokens: listOf(
      Type.Object({
        id: Id,
        name: Type.String(),
        environment: Type.String({ description: "A slug." }),
        access: oneOf(tokenAccesses),
        lastUsedAt: nullable(Time),
      }),
      { description: "The active ones, the last used first; at most 1,000." },
    ),
    environments: listOf(
      Type.Object({
        ...place,
        overrides: { ...Count, description: "How many features have their own gates." },
      }),
      { description: "All of the project; for the token of an environment, its own." },
    ),
  },
  { $id: "Status" },
);
export type StatusAnswer = Static<typeof StatusAnswer>;
