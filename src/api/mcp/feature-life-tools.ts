import { Type } from "@sinclair/typebox";
import { quote } from "../../core/text/quote.ts";
import { TypedKey } from "../admin/contract/feature-models.ts";
import { exactFields, listOf, oneOf } from "../admin/contract/shared-models.ts";
import { timeText } from "./answer-text.ts";
import {
  applied,
  confirmArgument,
  sentWishes,
  unconfirmed,
  writeArguments,
} from "./planned-change.ts";
import { shortGates } from "./short-gates.ts";
import {
  featureIn,
  nameArgument,
  placeArguments,
  placeIn,
  type Tool,
  ToolRefusal,
  tool,
  unlessRefused,
} from "./tool.ts";

const createFeature = tool({
  name: "create_feature",
  title: "Create a feature",
  description:
    "Creates a feature in all environments of the project, disabled for everyone. Enable it with " +
    "another tool.",
  kind: "change",
  input: Type.Object(
    {
      name: { ...TypedKey, minLength: 1, description: "The key of the new feature." },
      description: Type.Optional(
        Type.String({ maxLength: 2_000, description: "What the feature is for." }),
      ),
      tags: Type.Optional(
        listOf(Type.String({ maxLength: 100 }), {
          maxItems: 20,
          description: "Tags for the list.",
        }),
      ),
      longevity: Type.Optional({
        ...oneOf(["temporary", "permanent"]),
        description: "Whether the feature is to be removed one day.",
      }),
      ...writeArguments,
      ...placeArguments,
    },
    exactFields,
  ),
  async run(given, context) {
    const { name, description, tags, longevity } = given;
    const { params, query } = placeIn(context, given);
    const existing = await unlessRefused(
      context,
      context.admin.call("GET /environments/:environment/features/:key", {
        params: featureIn({ params, query }, name),
        query,
      }),
      ["feature_not_found"],
    );
    if (existing !== null) {
      throw new ToolRefusal(`the feature ${quote(name)} exists already; get_feature shows it`);
    }
    const described = {
      ...(description === undefined ? {} : { description }),
      ...(tags === undefined ? {} : { tags }),
      ...(longevity === undefined ? {} : { longevity }),
    };
    const plan = { create: name, ...described };
    const open = unconfirmed(context, {}, name, false);
    return open !== null
      ? { content: { applied: false, plan, next: open } }
      : applied(context, plan, async () => {
          await context.admin.call("POST /environments/:environment/features", {
            params,
            query,
            body: { key: name, ...described, ...sentWishes(given) },
          });
          return null;
        });
  },
});

const deleteFeature = tool({
  name: "delete_feature",
  title: "Delete a feature",
  description:
    "Deletes a feature in all environments of the project. Applications then find it disabled. It always " +
    "needs confirm. A person can undo it.",
  kind: "delete",
  input: Type.Object(
    {
      ...nameArgument,
      ...confirmArgument,
      force: Type.Optional(
        Type.Boolean({ description: "Whether to delete it even if clients still check it." }),
      ),
      ...writeArguments,
      ...placeArguments,
    },
    exactFields,
  ),
  async run(given, context) {
    const { name, force } = given;
    const { query, params: place } = placeIn(context, given);
    const params = featureIn({ params: place, query }, name);
    const feature = await context.admin.call("GET /environments/:environment/features/:key", {
      params,
      query,
    });
    const checks = await unlessRefused(
      context,
      context.admin.call("GET /environments/:environment/features/:key/evaluations", {
        params,
        query: { ...query, days: 7 },
      }),
    );
    const plan = {
      delete: name,
      environment: context.admin.answeredEnvironment(),
      state: feature.state,
      gates: shortGates(feature.gates),
      last_checked_at: timeText(checks?.lastEvaluatedAt ?? null),
      needs_confirm: true,
    };
    const open = unconfirmed(context, given, name, true);
    return open !== null
      ? { content: { applied: false, plan, next: open } }
      : applied(context, plan, async () => {
          const { audit } = await context.admin.call(
            "DELETE /environments/:environment/features/:key",
            {
              params,
              query,
              body: { ...(force === undefined ? {} : { force }), ...sentWishes(given) },
            },
          );
          return audit;
        });
  },
});

export const featureLifeTools: readonly Tool[] = [createFeature, deleteFeature];
