import { Type } from "@sinclair/typebox";
import { ActorText, Groups } from "../admin/contract/gate-models.ts";
import { exactFields } from "../admin/contract/shared-models.ts";
import { nameArgument, placeArguments, placeIn, tool } from "./tool.ts";

const groupsMax = 100;

/** Why a feature is enabled for an actor, or not. */
export const explainTool = tool({
  name: "explain",
  title: "Explain a result",
  description:
    "Checks a feature for an actor and shows why it is enabled or disabled: each gate with whether it " +
    "matches. It changes nothing and counts as no evaluation. Groups and properties of the actor are " +
    "those that you give.",
  kind: "read",
  input: Type.Object(
    {
      ...nameArgument,
      actor: Type.Optional({ ...ActorText, description: "The id of the actor, such as User;42." }),
      groups: Type.Optional({
        ...Groups,
        maxItems: groupsMax,
        description: "The groups that the actor is in.",
      }),
      properties: Type.Optional(
        Type.Object(
          {},
          {
            additionalProperties: true,
            description: 'The properties of the actor for expressions, such as {"plan": "pro"}.',
          },
        ),
      ),
      ...placeArguments,
    },
    exactFields,
  ),
  async run(given, context) {
    const { name, actor, groups = [], properties = {} } = given;
    const { features } = await context.admin.call("POST /environments/:environment/explain", {
      ...placeIn(context, given),
      body: {
        keys: [name],
        ...{ groups, properties },
        ...(actor === undefined ? {} : { actors: [actor] }),
      },
    });
    const [feature] = features;
    return {
      content: {
        environment: context.admin.answeredEnvironment(),
        name,
        exists: feature?.known ?? false,
        enabled: feature?.enabled ?? false,
        gates: feature?.gates.map(({ opens, ...gate }) => ({ ...gate, matches: opens })) ?? [],
      },
    };
  },
});
