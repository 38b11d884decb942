import type { ReactElement } from "react";
import { Icon } from "../parts/icon.tsx";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { type TrialCell, trialCell } from "./draft-trial.ts";
import { useRows } from "./rows-context.ts";
import type { Sentence } from "./sentence.ts";

const words = texts.expressionBuilder.tried;

/** The result of a row for each tried actor. */
export function TrialCells({
  place,
  sentence,
}: {
  readonly place: string;
  readonly sentence: Sentence | null;
}): ReactElement {
  const { tried, trial } = useRows();
  return (
    <>
      {tried.map(({ id }, index) => {
        const cell = trialCell(trial.actors[index]?.terms.get(place), sentence);
        return (
          <span className="rule-cell" data-result={cell.kind} key={id} title={titleOf(cell, id)}>
            <span aria-hidden="true" className="rule-mark">
              {cell.kind === "true" ? <Icon name="check" /> : markOf(cell)}
            </span>
            <span className="visually-hidden">{titleOf(cell, id)}</span>
          </span>
        );
      })}
    </>
  );
}

function markOf(cell: TrialCell): string {
  switch (cell.kind) {
    case "false":
      return cell.text === "" ? '""' : (cell.text ?? words.no);
    case "unset":
      return words.unset;
    case "failed":
      return words.failed;
    case "unneeded":
      return "·";
    default:
      return "–";
  }
}

function titleOf(cell: TrialCell, actor: string): string {
  switch (cell.kind) {
    case "false":
      return cell.text === null
        ? fill(words.false, { actor })
        : fill(words.falseBecause, { actor, value: markOf(cell) });
    case "unset":
      return fill(words.falseBecause, { actor, value: words.unset });
    case "failed":
      return fill(words.failedBecause, { actor, message: cell.message });
    default:
      return fill(words[cell.kind], { actor });
  }
}

/** The last line: whether the gate matches each tried actor. */
export function GateResults(): ReactElement | null {
  const { tried, trial } = useRows();
  return tried.length === 0 ? null : (
    <div className="rule rule-gate">
      <span className="rule-text">{words.gate}</span>
      {tried.map(({ id }, index) => {
        const opens = trial.actors[index]?.opens ?? null;
        return (
          <span
            className="rule-cell"
            data-result={opens === null ? "unknown" : String(opens)}
            key={id}
          >
            <span className="visually-hidden">{`${id}: `}</span>
            {opens === true && <Icon name="check" />}
            {opens === null ? "–" : opens ? words.opens : words.closed}
          </span>
        );
      })}
      <span className="rule-tool" />
    </div>
  );
}
