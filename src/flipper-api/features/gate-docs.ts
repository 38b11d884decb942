import { type TSchema, Type } from "@sinclair/typebox";
import type { Refusal } from "../../errors.ts";
import { textParameter } from "../../http/openapi/documented-operation.ts";
import { flipperOperation } from "../errors/operation-docs.ts";
import { FeatureModel } from "./feature-model.ts";

const tag = "Gates";
const path = { feature_name: "The feature's name, percent-encoded. A missing feature is created." };
const success = { status: 200, text: "The feature after the change", schema: FeatureModel };

const group = Type.Object({ name: Type.String({ minLength: 1, maxLength: 255 }) });
const actor = Type.Object({ flipper_id: Type.String({ minLength: 1, maxLength: 1024 }) });
const percentage = Type.Object({ percentage: Type.Integer({ minimum: 0, maximum: 100 }) });
const anyGroup = {
  allow_unregistered_groups: textParameter("`true` accepts a group that is not registered."),
};

function gate(
  summary: string,
  options: {
    readonly schema?: TSchema;
    readonly query?: Readonly<Record<string, TSchema>>;
    readonly refusals?: readonly Refusal[];
    /** False for a DELETE without parameters, whose body is not read. */
    readonly hasBody?: boolean;
  } = {},
) {
  const hasBody = options.hasBody !== false;
  return flipperOperation({
    tag,
    summary,
    path,
    query: options.query ?? {},
    ...(hasBody ? { body: { schema: options.schema ?? Type.Object({}) } } : {}),
    success,
    refusals: [
      "feature_name_missing",
      "quota_exceeded",
      "unavailable",
      ...(options.refusals ?? []),
    ],
  });
}

export const gateDocs = {
  boolean: {
    post: gate("Enable for everyone; resets the other gates"),
    delete: gate("Disable for everyone; resets every gate", { hasBody: false }),
  },
  groups: {
    post: gate("Enable a group", {
      schema: group,
      query: anyGroup,
      refusals: ["group_not_registered"],
    }),
    delete: gate("Disable a group", {
      schema: group,
      query: { name: textParameter("The group, if the body does not have it.") },
    }),
  },
  actors: {
    post: gate("Enable an actor", { schema: actor, refusals: ["flipper_id_missing"] }),
    delete: gate("Disable an actor", {
      schema: actor,
      query: { flipper_id: textParameter("The actor's id, if the body does not have it.") },
      refusals: ["flipper_id_missing"],
    }),
  },
  percentage_of_actors: {
    post: gate("Enable a percentage of actors", {
      schema: percentage,
      refusals: ["percentage_invalid"],
    }),
    delete: gate("Set the percentage of actors to 0", { hasBody: false }),
  },
  percentage_of_time: {
    post: gate("Enable a percentage of time", {
      schema: percentage,
      refusals: ["percentage_invalid"],
    }),
    delete: gate("Set the percentage of time to 0", { hasBody: false }),
  },
};
