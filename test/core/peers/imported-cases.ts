import { describe, expect, test } from "bun:test";
import type { PeerOptions } from "../../../src/core/peers/peer-import.ts";
import { ImportedChecks } from "./imported-checks.ts";

type Properties = Readonly<Record<string, unknown>>;

/** A condition of another system, as the feature `a` of a document. */
export interface ImportedCase {
  readonly name: string;
  /** The part of the document that `documentOf` completes. */
  readonly given: object;
  /** The class, and for other classes than `exact` the beginning of the reasons. */
  readonly report: string;
  /** Actors for whom the feature is enabled, and for whom it is not; `flipper_id` is `1` by default. */
  readonly on?: readonly Properties[];
  readonly off?: readonly Properties[];
  /** Some of the gates. */
  readonly gates?: object;
  readonly options?: PeerOptions;
}

export function describeImports(
  peer: string,
  documentOf: (given: object) => unknown,
  cases: readonly ImportedCase[],
): void {
  describe(`imports from ${peer}`, () => {
    for (const { name, given, report, on = [], off = [], gates, options } of cases) {
      test(name, () => {
        const checks = new ImportedChecks(documentOf(given), undefined, options);
        const enabled = (properties: Properties) =>
          checks.isEnabled("a", { flipper_id: "1", ...properties });
        expect(checks.report("a").slice(0, report.length)).toBe(report);
        expect(on.filter((each) => !enabled(each))).toEqual([]);
        expect(off.filter(enabled)).toEqual([]);
        expect(checks.gates("a") ?? null).toMatchObject(gates ?? {});
      });
    }
  });
}
