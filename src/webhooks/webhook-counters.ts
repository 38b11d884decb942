import { type DeliveryOutcome, deliveryOutcomes } from "../core/model/webhook-delivery.ts";

/** Counts delivery attempts by outcome. */
export class WebhookCounters {
  readonly #byOutcome = new Map<DeliveryOutcome, number>(
    deliveryOutcomes.map((outcome) => [outcome, 0]),
  );

  add(outcome: DeliveryOutcome): void {
    this.#byOutcome.set(outcome, (this.#byOutcome.get(outcome) ?? 0) + 1);
  }

  #losses = 0;

  addLoss(): void {
    this.#losses++;
  }

  /** How often events were removed before an endpoint was notified of them. */
  get losses(): number {
    return this.#losses;
  }

  get byOutcome(): ReadonlyMap<DeliveryOutcome, number> {
    return this.#byOutcome;
  }
}
