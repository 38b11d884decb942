import { changesOfState } from "../../core/model/changes-of-state.ts";
import { logFormat, loggedChange } from "../../core/model/logged-change.ts";
import type { State } from "../../core/model/state.ts";
import { type CommitPosition, textOfPosition } from "./commit-position.ts";
import { replicatedChanges } from "./replicated-changes.ts";

/** A line has this many short changes; the text of one gate may be long. */
const changesPerLine = 100;
const lineLengthMin = 16 * 1024;

/**
 * The lines of a snapshot for a replica: its position, the changes that turn the empty state into
 * this one, and their number. Generated in steps, as the state can be large.
 */
export function* snapshotLines(
  { state, ...commit }: CommitPosition & { readonly state: State },
  age: number,
): Generator<string, void> {
  yield `${JSON.stringify({ snapshot: textOfPosition(commit), format: logFormat, age })}\n`;
  let count = 0;
  let texts: string[] = [];
  let length = 0;
  for (const change of replicatedChanges(changesOfState(state), state)) {
    const text = JSON.stringify(loggedChange(change));
    texts.push(text);
    length += text.length;
    count++;
    if (texts.length >= changesPerLine || length >= lineLengthMin) {
      yield `{"changes":[${texts.join(",")}]}\n`;
      texts = [];
      length = 0;
    }
  }
  if (texts.length > 0) {
    yield `{"changes":[${texts.join(",")}]}\n`;
  }
  yield `{"end":${count}}\n`;
}
