import { textParameter } from "../../http/openapi/documented-operation.ts";
import { flipperOperation } from "../errors/flipper-operation.ts";
import { ActorCheckModel } from "./feature-model.ts";

export const actorDocs = {
  check: flipperOperation({
    tag: "Actors",
    summary: "Ask which features an actor has",
    path: { flipper_id: "The actor's id, such as `User;42`, percent-encoded." },
    query: {
      keys: textParameter(
        "Only these features, separated by commas. Unknown ones are not enabled.",
      ),
      groups: textParameter("Groups that the actor is known to be in, separated by commas."),
      properties: textParameter("What is known of the actor, as a JSON object, for expressions."),
    },
    success: { status: 200, text: "An answer for each feature", schema: ActorCheckModel },
    refusals: ["flipper_id_missing"],
  }),
};
