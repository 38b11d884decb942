import type { State } from "../../core/model/state.ts";
import type { Webhook } from "../../core/model/webhook.ts";
import type { WebhookDelivery } from "../../core/model/webhook-delivery.ts";
import type { WebhookEvent } from "../../core/model/webhook-event.ts";
import type { RowChange } from "../rows/row-change.ts";
import { columnsOf, type WrittenRows } from "./written-rows.ts";

/** The rows of events and deliveries that a batch writes: the state does not have them. */
export class NetWebhookRows {
  readonly #before: State;
  readonly #saved = new Map<number, Webhook>();
  #events: WebhookEvent[] = [];
  #eventsRemovedThrough = 0;
  #deliveries: WebhookDelivery[] = [];
  readonly #deliveriesRemoved = new Map<number, number>();

  constructor(before: State) {
    this.#before = before;
  }

  apply(change: RowChange): void {
    if (change.kind === "row.saved") {
      switch (change.table) {
        case "webhooks":
          this.#saved.set(change.row.id, change.row);
          break;
        case "events":
          this.#events.push(change.row);
          break;
        case "deliveries":
          this.#deliveries.push(change.row);
          break;
        default:
          break;
      }
    } else if (change.kind === "rows.removed") {
      this.#remove(change);
    }
  }

  *rows(): WrittenRows {
    if (this.#eventsRemovedThrough > 0) {
      yield ["events removed", { through: this.#eventsRemovedThrough }];
    }
    for (const event of this.#events) {
      yield ["events", columnsOf(event)];
    }
    for (const [webhook_id, through] of this.#deliveriesRemoved) {
      yield ["deliveries removed", { webhook_id, through }];
    }
    for (const delivery of this.#deliveries) {
      yield ["deliveries", columnsOf(delivery)];
    }
  }

  #remove(change: Extract<RowChange, { readonly kind: "rows.removed" }>): void {
    switch (change.table) {
      case "events": {
        const { id: through = 0 } = change.through ?? {};
        this.#eventsRemovedThrough = Math.max(this.#eventsRemovedThrough, through);
        this.#events = this.#events.filter(({ id }) => id > through);
        break;
      }
      case "deliveries": {
        const { webhookId = 0 } = change.where;
        const { sequence: through = 0 } = change.through ?? {};
        this.#deliveriesRemoved.set(webhookId, through);
        this.#removeDeliveries((id, other) => id === webhookId && other <= through);
        break;
      }
      case "webhooks":
        this.#removeDeliveries((id) => id === change.where.id);
        break;
      case "environments":
        this.#removeEnvironment(change.where.id);
        break;
      default:
        break;
    }
  }

  /** The webhooks and events of the environment are removed with it. */
  #removeEnvironment(environmentId: number | undefined): void {
    this.#events = this.#events.filter((event) => event.environmentId !== environmentId);
    this.#removeDeliveries((webhookId) => {
      const webhook = this.#saved.get(webhookId) ?? this.#before.webhooks.get(webhookId);
      return webhook?.environmentId === environmentId;
    });
  }

  #removeDeliveries(isRemoved: (webhookId: number, sequence: number) => boolean): void {
    this.#deliveries = this.#deliveries.filter(
      ({ webhookId, sequence }) => !isRemoved(webhookId, sequence),
    );
  }
}
