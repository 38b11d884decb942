import type { Caller } from "../../model/caller.ts";

/** Told of everyone who is known, before it is decided what they may do. May throw to refuse them. */
export type OnCaller = (caller: Caller) => void;
export const ignore: OnCaller = () => undefined;

/** Lets requests in. Each throws a `GatehouseError` that says why not; nothing else may answer. */
export interface Access<Admitted extends Caller = Caller> {
  /** The request's header that answers depend on, for caches; none where everyone sees the same. */
  readonly varyBy?: string;
  /** Who may read. */
  reader(request: Request): Admitted;
  /** Who may change features and gates. */
  writer(request: Request): Admitted;
  /** Who may delete features. */
  deleter(request: Request): Admitted;
}
