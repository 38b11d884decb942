import type { ReactElement } from "react";
import { Button } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { useNow } from "../parts/relative-time.tsx";
import { fill } from "../texts/fill.ts";
import { rolloutsTexts } from "../texts/rollouts-texts.ts";
import { holdSentence } from "./ladder.ts";
import type { ShownRollout } from "./shown-rollout.ts";
import { timeNear } from "./step-words.ts";

const { rollout: words } = rolloutsTexts;

interface NoteProps {
  readonly rollout: ShownRollout;
  /** Null for a person who may not start rollouts. */
  readonly onAgain: (() => void) | null;
  readonly onHide: () => void;
}

/** Why the rollout does not go on, or how it ended; nothing for one that goes on. */
export function RolloutNote(props: NoteProps): ReactElement | null {
  const { rollout } = props;
  const now = useNow();
  const { state, hold, endedAt } = rollout;
  if (state === "held" && hold !== null) {
    return (
      <div className="note note-warning" role="status">
        <Icon name="warning" />
        <p>
          <strong>{fill(words.held.title, { time: timeNear(hold.at, now) })}</strong>{" "}
          {heldWords(hold)}
        </p>
      </div>
    );
  }
  return endedAt === null ? null : <Ended {...props} time={timeNear(endedAt, now)} />;
}

function Ended({ time, ...props }: NoteProps & { readonly time: string }): ReactElement {
  const { rollout, onAgain, onHide } = props;
  const { state, hold } = rollout;
  const isAlarm = state === "stopped" && hold !== null;
  return (
    <div className={`note ${isAlarm ? "note-danger" : state === "done" ? "note-good" : ""}`}>
      <Icon name={isAlarm ? "warning" : state === "done" ? "check" : "info"} />
      <div>
        <p>
          <strong>{endedWords(rollout, time)}</strong> {isAlarm && <>{heldWords(hold)}</>}
          {isForEveryone(rollout) && words.doneHint}
        </p>
        <p className="rollout-note-actions">
          {state === "stopped" && onAgain !== null && (
            <Button isSmall={true} onClick={onAgain}>
              {words.again}
            </Button>
          )}
          <Button isSmall={true} look="quiet" onClick={onHide}>
            {words.hide}
          </Button>
        </p>
      </div>
    </div>
  );
}

function endedWords({ state, hold, endedBy }: ShownRollout, time: string): string {
  if (state === "done") {
    return fill(words.done, { time });
  }
  if (hold !== null) {
    return fill(words.stopped.guard, { time });
  }
  return endedBy === null
    ? fill(words.stopped.server, { time })
    : fill(words.stopped.person, { time, name: endedBy.name ?? words.someone });
}

function isForEveryone({ state, steps }: ShownRollout): boolean {
  const change = steps.at(-1)?.change;
  return (
    state === "done" &&
    (change?.kind === "enable" || (change?.kind === "percentage_of_actors" && change.value === 100))
  );
}

/** Why it is held; what a guard saw and why a change was refused is known in the words of the server. */
function heldWords(hold: NonNullable<ShownRollout["hold"]>): string {
  const isDetailed = (hold.kind === "alarm" || hold.kind === "refused") && hold.text !== null;
  return isDetailed ? `${holdSentence(hold)} ${hold.text}.` : holdSentence(hold);
}
