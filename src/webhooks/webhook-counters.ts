import { type DeliveryOutcome, deliveryOutcomes } from "../core/model/webhook-delivery.ts";

/** Counts delivery attempts by outcome, and how often webhooks lost events. */
export class WebhookCounters {
  readonly #byOutcome = new Map<DeliveryOutcome, number>(
    deliveryOutcomes.map((outcome) => [outcome, 0]),
  );

  #losses = 0;

  add(outcome: DeliveryOutcome): void {
    this.#byOutcome.set(outcome, (this.#byOutcome.get(outcome) ?? 0) + 1);
  }

  addLoss(): void {
    this.#losses++;
  }

  /** How often events were deleted before a webhook was notified of them. */
  get losses(): number {
    return this.#losses;
  }

  get byOutcome(): ReadonlyMap<DeliveryOutcome, number> {
    return this.#byOutcome;
  }
}
