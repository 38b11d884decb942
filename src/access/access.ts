import type { Caller } from "./caller.ts";

/** Lets requests in. Both throw a `GatehouseError` that says why not; nothing else may answer. */
export interface Access {
  /** Who may read. */
  reader(request: Request): Caller;
  /** Who may change features and gates. */
  writer(request: Request): Caller;
}
