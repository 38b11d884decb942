/** The message for an endpoint; all its attempts send the same. */
export interface WebhookMessage {
  /** The same for all attempts of a delivery. */
  readonly id: string;
  /** `sync`, `webhook.test`, or the type of the event. */
  readonly type: string;
  readonly body: string;
  /** The text that the signatures of an attempt are computed from. The time is in seconds. */
  readonly signedText: (time: number) => string;
  /** Returns the headers of an attempt, signed with all secrets. The time is in seconds. */
  readonly sign: (secrets: readonly string[], time: number) => Readonly<Record<string, string>>;
}
