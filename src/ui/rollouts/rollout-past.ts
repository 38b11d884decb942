import type { RolloutRow } from "../../api/admin/contract/rollout-models.ts";
import { fill, plural } from "../texts/fill.ts";
import { rolloutsTexts } from "../texts/rollouts-texts.ts";
import { holdSentence } from "./ladder.ts";
import { changeWords } from "./step-words.ts";

const { rollout: words } = rolloutsTexts;

interface PastEntry {
  readonly at: number;
  /** Null for the rollout itself. */
  readonly name: string | null;
  readonly text: string;
  readonly isBad: boolean;
}

/** What has happened in a rollout, latest first. */
export function pastOf({
  steps,
  hold,
  state,
  author,
  reason,
  startedAt,
  endedAt,
  endedBy,
}: Pick<
  RolloutRow,
  "steps" | "hold" | "state" | "author" | "reason" | "startedAt" | "endedAt" | "endedBy"
>): readonly PastEntry[] {
  const made = steps.flatMap(({ change, enteredAt }, index): PastEntry[] => {
    const before = steps[index - 1];
    const to = changeWords(change);
    const text =
      before === undefined ? to : fill(words.made, { from: changeWords(before.change), to });
    return enteredAt === null ? [] : [{ at: enteredAt, name: null, text, isBad: false }];
  });
  const planned = plural(words.plannedSteps, steps.length);
  const entries: readonly PastEntry[] = [
    {
      at: startedAt,
      name: author.name ?? words.someone,
      text: reason === null ? planned : `${planned}: “${reason}”`,
      isBad: false,
    },
    ...made,
    ...(hold === null || endedAt !== null
      ? []
      : [{ at: hold.at, name: null, text: held(words.heldEntry, hold), isBad: false }]),
    ...(endedAt === null
      ? []
      : [
          {
            at: endedAt,
            name: endedBy === null ? null : (endedBy.name ?? words.someone),
            text:
              state === "done"
                ? words.doneEntry
                : hold === null
                  ? words.stoppedEntry
                  : held(words.stoppedEntry, hold),
            isBad: hold !== null,
          },
        ]),
  ];
  // Of two with the same time, the later one in the list happened later.
  return entries.toSorted((left, right) => left.at - right.at).toReversed();
}

function held(entry: string, hold: NonNullable<RolloutRow["hold"]>): string {
  return `${entry}: ${holdSentence(hold)}`;
}
