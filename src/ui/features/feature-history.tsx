import { type ReactElement, useState } from "react";
import { Link } from "wouter";
import type { StepRow } from "../../api/admin/contract/audit-models.ts";
import { useStepPages } from "../audits/audit-query.ts";
import { AuditStepItem } from "../audits/audit-step-item.tsx";
import { UndoModal } from "../audits/undo-modal.tsx";
import { Button } from "../parts/button.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { usePagePath } from "../paths/environment.ts";
import { texts } from "../texts/texts.ts";

const { history: words } = texts.feature;
const shownFirst = 8;

/** The latest changes of a feature, also of a deleted one. */
export function FeatureHistory({ featureKey }: { readonly featureKey: string }): ReactElement {
  const pagePath = usePagePath();
  const [undone, setUndone] = useState<StepRow | null>(null);
  const [showsAll, setShowsAll] = useState(false);
  const pages = useStepPages({ key: featureKey });
  return (
    <Card
      aside={<Link href={pagePath("/audits", { key: featureKey })}>{words.all}</Link>}
      isFlush={true}
      title={words.title}
    >
      <Loaded lines={6} query={pages}>
        {(data) => {
          const steps = data.pages.flatMap((page) => page.steps);
          return steps.length === 0 ? (
            <p className="faint history-none">{words.none}</p>
          ) : (
            <>
              <ol aria-label={texts.auditSummary.timeline} className="audits">
                {(showsAll ? steps : steps.slice(0, shownFirst)).map((step) => (
                  <AuditStepItem
                    key={step.newest.id}
                    ofKey={featureKey}
                    onUndo={setUndone}
                    step={step}
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
          );
        }}
      </Loaded>
      <UndoModal onClose={() => setUndone(null)} step={undone} />
    </Card>
  );
}
