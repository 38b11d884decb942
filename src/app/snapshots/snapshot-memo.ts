import { memoizePerObject } from "../../core/memo/memoize-per-object.ts";
import type { MeasuredValue, Snapshot } from "./snapshot.ts";

/**
 * Computes a value from a snapshot on first use, such as a response. The value is cached until the
 * snapshot is garbage-collected, and counts as part of the snapshot's size.
 */
export class SnapshotMemo<Value extends MeasuredValue> {
  readonly of: (snapshot: Snapshot) => Value;

  constructor(compute: (snapshot: Snapshot) => Value) {
    this.of = memoizePerObject((snapshot: Snapshot) => {
      const value = compute(snapshot);
      snapshot.addToSize(value);
      return value;
    });
  }
}
