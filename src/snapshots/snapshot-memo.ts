import { memoizePerObject } from "../memo/memoize-per-object.ts";
import type { Kept, Snapshot } from "./snapshot.ts";

/**
 * A value that is made from a snapshot when it is first needed, such as an answer. The value is kept
 * as long as the snapshot, whose size includes it.
 */
export class SnapshotMemo<Value extends Kept> {
  readonly of: (snapshot: Snapshot) => Value;

  constructor(make: (snapshot: Snapshot) => Value) {
    this.of = memoizePerObject((snapshot: Snapshot) => {
      const value = make(snapshot);
      snapshot.keep(value);
      return value;
    });
  }
}
