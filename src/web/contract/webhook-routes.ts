import type { Static } from "@sinclair/typebox";
import type { DeliveriesBefore, DeliveryList, DeliveryRow, Redelivery } from "./delivery-models.ts";
import type { MadeWebhook, NewWebhookBody, WebhookList, WebhookPause } from "./webhook-models.ts";

/** URLs of endpoints may hold secrets, so only admins see them. */
export interface WebhookRoutes {
  "GET /environments/:environment/webhooks": { answer: Static<typeof WebhookList> };
  "POST /environments/:environment/webhooks": {
    body: Static<typeof NewWebhookBody>;
    answer: MadeWebhook;
  };
  "PATCH /environments/:environment/webhooks/:webhook": {
    body: Static<typeof WebhookPause>;
    answer: Static<typeof WebhookList>;
  };
  "DELETE /environments/:environment/webhooks/:webhook": { answer: Static<typeof WebhookList> };
  "POST /environments/:environment/webhooks/:webhook/rotate": {
    body: Record<string, never>;
    answer: MadeWebhook;
  };
  "DELETE /environments/:environment/webhooks/:webhook/earlier-secret": {
    answer: Static<typeof WebhookList>;
  };
  "POST /environments/:environment/webhooks/:webhook/test": {
    body: Record<string, never>;
    answer: DeliveryRow;
  };
  "POST /environments/:environment/webhooks/:webhook/redeliver": {
    body: Static<typeof Redelivery>;
    answer: Static<typeof WebhookList>;
  };
  "GET /environments/:environment/webhooks/:webhook/deliveries": {
    query: Static<typeof DeliveriesBefore>;
    answer: Static<typeof DeliveryList>;
  };
}
