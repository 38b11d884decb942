import { Type } from "@sinclair/typebox";
import { webhookEventTypes, webhookKinds } from "../model/webhook.ts";
import { linePattern } from "../text/text-patterns.ts";
import { featureKeyLengthMax } from "../toggles/feature-key.ts";
import { exactFields } from "./contract/shared-models.ts";
import { body, empty, id, nothing, query, surrogates, text, words } from "./input-schemas.ts";

const name = Type.String({ pattern: linePattern, maxLength: 255 });

/** What the routes of webhooks take. */
export const webhookInputs = {
  "GET /environments/:environment/webhooks": nothing,
  "POST /environments/:environment/webhooks": body(
    Type.Object(
      {
        name: Type.Optional(name),
        kind: words(webhookKinds),
        // Longer than any URL may be: the refusal of a long one says why.
        url: text(4_096, 1),
        events: Type.Array(words(webhookEventTypes), { maxItems: 100 }),
        keys: Type.Optional(text(featureKeyLengthMax * surrogates, 1)),
      },
      exactFields,
    ),
  ),
  "PATCH /environments/:environment/webhooks/:webhook": body(
    Type.Object({ isPaused: Type.Boolean() }, exactFields),
  ),
  "DELETE /environments/:environment/webhooks/:webhook": nothing,
  "POST /environments/:environment/webhooks/:webhook/rotate": empty,
  "DELETE /environments/:environment/webhooks/:webhook/earlier-secret": nothing,
  "POST /environments/:environment/webhooks/:webhook/test": empty,
  "POST /environments/:environment/webhooks/:webhook/redeliver": body(
    Type.Object({ from: id, to: Type.Optional(id) }, exactFields),
  ),
  "GET /environments/:environment/webhooks/:webhook/deliveries": query(
    Type.Object({ before: Type.Optional(id) }, exactFields),
  ),
};
