import { type ReactElement, useMemo, useState } from "react";
import { Link } from "wouter";
import type { StepRow } from "../../api/admin/contract/audit-models.ts";
import { useStepPages } from "../audits/audit-query.ts";
import { stepId, type Undoing, undoneSteps } from "../audits/audit-steps.ts";
import { StepDetail } from "../audits/step-detail.tsx";
import { Author, StepEnd, Summary } from "../audits/step-line.tsx";
import { UndoModal } from "../audits/undo-modal.tsx";
import { Button } from "../parts/button.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { pathIn } from "../paths/environment-path.ts";
import { auditsTexts } from "../texts/audits-texts.ts";
import { plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

const { history: words } = texts.feature;
const shownFirst = 8;

/** The latest changes of a feature, also of a deleted one. */
export function FeatureHistory({ featureKey }: { readonly featureKey: string }): ReactElement {
  const environment = useEnvironment();
  const [undone, setUndone] = useState<StepRow | null>(null);
  const [showsAll, setShowsAll] = useState(false);
  const pages = useStepPages({ key: featureKey });
  const steps = useMemo(() => pages.data?.pages.flatMap((page) => page.steps) ?? [], [pages.data]);
  const undoings = useMemo(() => undoneSteps(steps), [steps]);
  const isAll = pages.data !== undefined && !pages.hasNextPage;
  return (
    <Card
      aside={
        <Link
          href={pathIn(environment, "/audits", { key: featureKey, environment: environment.slug })}
        >
          {isAll && steps.length > 0 ? plural(words.allCounted, steps.length) : words.all}
        </Link>
      }
      isFlush={true}
      title={words.title}
    >
      <Loaded lines={6} query={pages}>
        {() =>
          steps.length === 0 ? (
            <p className="faint history-none">{words.none}</p>
          ) : (
            <>
              <ol aria-label={auditsTexts.auditSummary.timeline} className="history">
                {(showsAll ? steps : steps.slice(0, shownFirst)).map((step) => (
                  <HistoryRow
                    key={step.newest.id}
                    onUndo={() => setUndone(step)}
                    step={step}
                    undoing={undoings.get(stepId(0, step.newest.id))}
                  />
                ))}
              </ol>
              {(showsAll ? pages.hasNextPage : steps.length > shownFirst) && (
                <p className="history-more">
                  <Button
                    isBusy={pages.isFetchingNextPage}
                    look="plain"
                    onClick={() => (showsAll ? void pages.fetchNextPage() : setShowsAll(true))}
                  >
                    {words.more}
                  </Button>
                </p>
              )}
            </>
          )
        }
      </Loaded>
      <UndoModal environment={environment} onClose={() => setUndone(null)} step={undone} />
    </Card>
  );
}

function HistoryRow({
  step,
  undoing,
  onUndo,
}: {
  readonly step: StepRow;
  readonly undoing: Undoing | undefined;
  readonly onUndo: () => void;
}): ReactElement {
  const environment = useEnvironment();
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="log-row" data-action={step.newest.action} data-open={isOpen || undefined}>
      <div className="step-line">
        <Author step={step} />
        <Summary isOpen={isOpen} onToggle={() => setOpen(!isOpen)} step={step} />
        <StepEnd environment={environment} onUndo={onUndo} step={step} undoing={undoing} />
        <span className="step-when">
          <RelativeTime at={step.newest.at} />
        </span>
      </div>
      {isOpen && <StepDetail environment={environment} step={step} />}
    </li>
  );
}
