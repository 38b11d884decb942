/** What is sent to an endpoint; all its tries send the same. */
export interface WebhookMessage {
  /** The same for all tries of a delivery. */
  readonly id: string;
  /** `sync`, `webhook.test`, or the type of the event. */
  readonly type: string;
  readonly body: string;
  /** Returns the headers of a try, which are signed with all secrets. The time is in seconds. */
  readonly sign: (secrets: readonly string[], time: number) => Readonly<Record<string, string>>;
}
