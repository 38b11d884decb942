import type { State } from "../core/model/state.ts";
import { productionOf } from "../core/model/state-lookups.ts";
import type { WebhookService } from "../webhooks/webhook-service.ts";
import { demoProjectId } from "./history/demo-people.ts";
import { demoWebhookPath } from "./sign-in/demo-controller.ts";

/** The networks of the demo itself, where its webhooks deliver: nothing leaves this computer. */
export const demoNetworks = [
  { address: "127.0.0.1", bits: 32 },
  { address: "::1", bits: 128 },
] as const;

/** Two webhooks of Production, which the demo itself receives. */
export async function createDemoWebhooks(
  service: WebhookService,
  state: State,
  url: string,
): Promise<void> {
  const shared = {
    environment: productionOf(state, demoProjectId({ state })),
    url: url + demoWebhookPath,
    keyPattern: null,
  };
  const mayAlways = () => undefined;
  await service.create({ ...shared, kind: "events", name: "Chat", eventTypes: [] }, mayAlways);
  await service.create(
    { ...shared, kind: "sync", name: "Applications", eventTypes: [] },
    mayAlways,
  );
}
