import type { Caller } from "../../../core/model/caller.ts";

/**
 * Called with each authenticated caller, before its permissions are checked. May throw to refuse.
 */
export type OnCaller = (caller: Caller) => void;
export const ignoreCaller: OnCaller = () => undefined;

/** Authenticates and authorizes requests. Each method throws a `GatehouseError` to refuse one. */
export interface Access<Admitted extends Caller = Caller> {
  /** The request header that answers depend on, for caches; undefined if they depend on none. */
  readonly varyBy?: string;
  /** Returns the caller, who may evaluate features, and may be allowed nothing else. */
  evaluator(request: Request): Admitted;
  /** Whether a caller that was admitted earlier, but may no longer be, would still be admitted. */
  stillAdmits(caller: Caller): boolean;
  /**
   * Returns the caller with a token of this hash, who showed earlier that it has the token itself;
   * without tokens, every caller.
   */
  holder(tokenHash: string): Admitted;
  /** Returns the caller, who may read. */
  reader(request: Request): Admitted;
  /** Returns the caller if it may change features and gates. */
  writer(request: Request): Admitted;
  /** Returns the caller if it may delete features. */
  deleter(request: Request): Admitted;
}
