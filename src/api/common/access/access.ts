import type { Caller } from "../../../core/model/caller.ts";

/** Called with each authenticated caller, before its permissions are checked. May throw to refuse. */
export type OnCaller = (caller: Caller) => void;
export const ignoreCaller: OnCaller = () => undefined;

/** Authenticates and authorizes requests. Each method throws a `GatehouseError` to refuse one. */
export interface Access<Admitted extends Caller = Caller> {
  /** The request header that answers depend on, for caches; undefined if they depend on none. */
  readonly varyBy?: string;
  /** Returns a caller that may evaluate features, and possibly nothing else. */
  evaluator(request: Request): Admitted;
  /** Whether a caller that was admitted earlier would still be admitted. */
  stillAdmits(caller: Caller): boolean;
  /**
   * Returns the caller with a token of this hash, which proved earlier that it has the token. Without
   * tokens, every caller.
   */
  holder(tokenHash: string): Admitted;
  /** Returns a caller that may read. */
  reader(request: Request): Admitted;
  /** Returns a caller that may change features and gates. */
  writer(request: Request): Admitted;
  /** Returns a caller that may delete features. */
  deleter(request: Request): Admitted;
}
