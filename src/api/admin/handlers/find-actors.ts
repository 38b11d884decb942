import type { SortedSet } from "../../../core/evaluation/sorted-set.ts";
import { compareUtf8 } from "../../../core/text/compare-utf8.ts";
import { foldCase } from "../../../core/text/fold-case.ts";

interface FoundActors {
  readonly actors: readonly string[];
  readonly matching: number;
  readonly hasMore: boolean;
}

const shownMax = 200;

/**
 * A page of the actors that contain a text in any letter case, in steps: a gate can have 100,000.
 * `after` is the last actor of the previous page.
 */
export function* findActors(
  actors: SortedSet,
  text: string,
  after: string | undefined,
): Generator<void, FoundActors> {
  const folded = foldCase(text);
  const shown: string[] = [];
  let matching = 0;
  let hasMore = false;
  for (const actor of actors) {
    if (folded === "" || foldCase(actor).includes(folded)) {
      matching++;
      if (after === undefined || compareUtf8(actor, after) > 0) {
        if (shown.length < shownMax) {
          shown.push(actor);
        } else {
          hasMore = true;
        }
      }
    }
    yield;
  }
  return { actors: shown, matching, hasMore };
}
