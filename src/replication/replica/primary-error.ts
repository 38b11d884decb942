/** The primary did not respond, or gave a response that a replica cannot use. */
export class PrimaryError extends Error {
  override readonly name = "PrimaryError";
  /** Whether the primary refuses the replica's token: an early retry will not help. */
  readonly isRefused: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isRefused?: boolean } = {}) {
    super(message, options);
    this.isRefused = options.isRefused ?? false;
  }
}
