import { textParameter } from "../../http/openapi/documented-operation.ts";
import { flipperOperation } from "../errors/operation-docs.ts";
import { ActorCheckModel } from "./feature-model.ts";

export const actorDocs = {
  check: flipperOperation({
    tag: "Actors",
    summary: "Read which features are enabled for an actor",
    path: { flipper_id: "The actor's id, such as `User;42`, percent-encoded." },
    query: {
      keys: textParameter(
        "Only these features, separated by commas. Unknown ones are not enabled.",
      ),
      groups: textParameter("Groups that the actor is in, separated by commas."),
      properties: textParameter("Properties of the actor for expressions, as a JSON object."),
    },
    success: { status: 200, text: "The result for each feature", schema: ActorCheckModel },
    refusals: ["flipper_id_missing"],
  }),
};
