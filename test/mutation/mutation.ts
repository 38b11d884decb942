/** A change of one place that brings a threat back (docs/security.md#threats). */
export interface Mutation {
  readonly threat: string;
  /** From the repository's root. */
  readonly file: string;
  /** Must be in the file exactly once. */
  readonly from: string;
  readonly to: string;
  /** Tests below `test/`, of which at least one must fail. */
  readonly tests: readonly string[];
}
