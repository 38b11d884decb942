import { namesParameter, textParameter } from "../../http/openapi/documented-parameter.ts";
import { type DocumentedDeployment, flipperOperation } from "../errors/operation-docs.ts";
import { ActorCheckModel } from "./feature-model.ts";

/** The documentation of docs/api.md#actor-check. */
export function actorDocs(deployment: DocumentedDeployment) {
  return {
    check: flipperOperation(deployment, {
      id: "checkActor",
      tag: "Actors",
      summary: "Read which features are enabled for an actor",
      description: "Creates nothing. Without `keys` it answers for all features, sorted by key.",
      path: { flipper_id: textParameter("The id of the actor, such as `User;42`.", "User;42") },
      query: {
        keys: namesParameter("Only these features; unknown ones are not enabled.", [
          "search",
          "unknown",
        ]),
        groups: namesParameter("Groups that the actor is in.", ["staff"]),
        properties: textParameter(
          "Properties of the actor for expressions, as a JSON object.",
          '{"plan":"pro"}',
        ),
      },
      answers: [
        {
          status: 200,
          text: "The result for each feature",
          json: {
            schema: ActorCheckModel,
            example: {
              flipper_id: "User;42",
              features: { search: { enabled: true }, unknown: { enabled: false } },
            },
          },
        },
      ],
      refusals: ["flipper_id_missing", "too_many_names"],
    }),
  };
}
