import { type ReactElement, useEffect, useMemo, useRef, useState } from "react";
import type { ProjectStepRow } from "../../api/admin/contract/step-models.ts";
import { Button } from "../parts/button.tsx";
import { useEnvironments } from "../paths/environment.ts";
import { auditsTexts } from "../texts/audits-texts.ts";
import { plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { byDay } from "./audit-dates.ts";
import { hasRecord, stepId, undoneSteps } from "./audit-steps.ts";
import { DayHead, dayLabel } from "./day-head.tsx";
import { StepLine } from "./step-line.tsx";
import { UndoModal } from "./undo-modal.tsx";
import { useHeldSteps } from "./use-held-steps.ts";
import { useLogCursor } from "./use-log-cursor.ts";

const { audits: words } = auditsTexts;

const idOf = ({ environment, newest }: ProjectStepRow) => stepId(environment.id, newest.id);

/** The element that gets the focus from the search field. */
export const stepListId = "steps";

/** Steps by day. Keys move a cursor, although no row has the focus. */
export function StepDays({
  steps: all,
  list,
  hasMore,
  isBusy,
}: {
  readonly steps: readonly ProjectStepRow[];
  /** Identifies the filters; null while their steps are loading. */
  readonly list: string | null;
  /** Whether the last day may have more steps. */
  readonly hasMore: boolean;
  readonly isBusy: boolean;
}): ReactElement {
  const { environments } = useEnvironments();
  const [undone, setUndone] = useState<ProjectStepRow | null>(null);
  const [hasPointer, setHasPointer] = useState(false);
  const cursor = useState(false);
  const { steps, waiting, release } = useHeldSteps(all, list, hasPointer || cursor[0]);
  const ids = useMemo(() => steps.map(idOf), [steps]);
  const { current, isShown, opened, toggle, show, open } = useLogCursor(ids, cursor);
  useLinkedStep(steps, open);
  const days = useMemo(() => byDay(steps, ({ newest }) => newest.at), [steps]);
  const undoings = useMemo(() => undoneSteps(all), [all]);
  return (
    <section
      aria-busy={isBusy}
      aria-label={auditsTexts.auditSummary.timeline}
      className="log"
      id={stepListId}
      onFocus={({ target, currentTarget }) => target === currentTarget && show()}
      onPointerEnter={({ pointerType }) => setHasPointer(pointerType === "mouse")}
      onPointerLeave={() => setHasPointer(false)}
      tabIndex={-1}
    >
      {waiting > 0 && (
        <p className="log-waiting" role="status">
          <span>
            {plural(words.waiting, waiting)}
            <Button look="plain" onClick={release}>
              {texts.common.show}
            </Button>
          </span>
        </p>
      )}
      {days.map((day, index) => (
        <section className="log-day" key={`${day.start} ${day.entries[0]?.newest.id}`}>
          <DayHead
            count={
              hasMore && index === days.length - 1 ? null : plural(words.steps, day.entries.length)
            }
            start={day.start}
          />
          <ol aria-label={dayLabel(day.start)}>
            {day.entries.map((step) => {
              const id = idOf(step);
              const environment = environments.find((each) => each.id === step.environment.id);
              return (
                environment !== undefined && (
                  <StepLine
                    environment={environment}
                    isCurrent={isShown && id === current}
                    isOpen={opened.has(id)}
                    key={id}
                    onToggle={() => toggle(id)}
                    onUndo={() => setUndone(step)}
                    step={step}
                    undoing={undoings.get(id)}
                  />
                )
              );
            })}
          </ol>
        </section>
      ))}
      <UndoModal
        environment={undone?.environment ?? null}
        onClose={() => setUndone(null)}
        step={undone}
      />
    </section>
  );
}

/** Opens the step with the record of the address, as in `#1-42`; once for each address. */
function useLinkedStep(steps: readonly ProjectStepRow[], open: (id: string) => void): void {
  const opened = useRef("");
  useEffect(() => {
    const { hash } = window.location;
    const linked =
      hash === opened.current
        ? undefined
        : steps.find((step) => hasRecord(step, hash.slice(1), step.environment.id));
    if (linked !== undefined) {
      opened.current = hash;
      open(idOf(linked));
    }
  });
}
