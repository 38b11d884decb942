import { type ReactElement, useState } from "react";
import { Link } from "wouter";
import { useAnswer } from "../api/use-answer.ts";
import { AuditTimeline } from "../audits/audit-timeline.tsx";
import { useEnvironment, usePagePath } from "../environments/environment.ts";
import { Button } from "../parts/button.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { texts } from "../texts.ts";

const { history: words } = texts.feature;
const shownFirst = 8;

/** The newest changes of a feature, also of one that was deleted. */
export function FeatureHistory({ featureKey }: { readonly featureKey: string }): ReactElement {
  const { id } = useEnvironment();
  const pagePath = usePagePath();
  const [showsAll, setShowsAll] = useState(false);
  const query = useAnswer(
    "GET /environments/:environment/audits",
    { params: { environment: id }, query: { key: featureKey } },
    { keepsPrevious: true },
  );
  return (
    <Card
      beside={<Link href={pagePath("/audits", { key: featureKey })}>{words.all}</Link>}
      isFlush={true}
      title={words.title}
    >
      <Loaded lines={6} query={query}>
        {({ audits }) =>
          audits.length === 0 ? (
            <p className="faint history-none">{words.none}</p>
          ) : (
            <>
              <AuditTimeline
                audits={showsAll ? audits : audits.slice(0, shownFirst)}
                showsFeature={false}
              />
              {!showsAll && audits.length > shownFirst && (
                <p className="history-more">
                  <Button look="plain" onClick={() => setShowsAll(true)}>
                    {words.more}
                  </Button>
                </p>
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
