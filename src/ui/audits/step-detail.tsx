import { type ReactElement, type ReactNode, useState } from "react";
import { Link } from "wouter";
import type { StepRow } from "../../api/admin/contract/audit-models.ts";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import { useAnswer } from "../api/use-answer.ts";
import { ShownReason } from "../issues/shown-reason.tsx";
import { Button } from "../parts/button.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { exactTime } from "../parts/relative-time.tsx";
import { pathIn } from "../paths/environment-path.ts";
import { auditsTexts } from "../texts/audits-texts.ts";
import { fill, formatNumber } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { useStepRecords } from "./audit-query.ts";
import { isOfOneFeature, stepId } from "./audit-steps.ts";
import { auditSummary } from "./audit-summary.ts";
import { StepSide } from "./step-side.tsx";

const { audits: words } = auditsTexts;
const membersMax = 10_000;

/** The content of an open step: the gates before and after it, the reason, and its records. */
export function StepDetail({
  step,
  environment,
}: {
  readonly step: StepRow;
  readonly environment: EnvironmentRow;
}): ReactElement {
  const { newest, oldest, count } = step;
  return (
    <dl className="step-detail">
      {isOfOneFeature(step) ? (
        <Sides environment={environment.id} step={step} />
      ) : (
        <Row name={words.records}>
          <Records environment={environment.id} step={step} />
        </Row>
      )}
      {newest.reason !== null && (
        <Row name={words.reason}>
          <ShownReason links={newest.links} reason={newest.reason} />
        </Row>
      )}
      <Row name={words.record}>
        <code>#{formatNumber(oldest.id)}</code>
        {count > 1 && (
          <>
            {` ${words.recordTo} `}
            <code>#{formatNumber(newest.id)}</code>
          </>
        )}
        {`, ${exactTime(newest.at)}`}
        {newest.undoes !== null && (
          <>
            {", "}
            <Link
              href={`${pathIn(environment, "/audits", { environment: environment.slug, key: newest.featureKey })}#${stepId(environment.id, newest.undoes)}`}
            >
              {fill(words.undoes, { id: formatNumber(newest.undoes) })}
            </Link>
          </>
        )}
      </Row>
    </dl>
  );
}

function Row({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Sides({
  step: { newest },
  environment,
}: {
  readonly step: StepRow;
  readonly environment: number;
}): ReactElement {
  const [members, setMembers] = useState<number | null>(null);
  const sides = useAnswer(
    "GET /environments/:environment/steps/:audit/gates",
    {
      params: { environment, audit: newest.id },
      query: { key: newest.featureKey, ...(members === null ? {} : { members }) },
    },
    { keepsPrevious: true },
  );
  if (sides.data === undefined) {
    return (
      <Row name={words.before}>
        <span className="faint">{sides.error?.message ?? texts.common.loading}</span>
      </Row>
    );
  }
  const { before, after } = sides.data;
  const onAll = members === null ? () => setMembers(membersMax) : undefined;
  return (
    <>
      <Row name={words.before}>
        <StepSide onAll={onAll} other={after} side={before} />
      </Row>
      <Row name={words.after}>
        <StepSide onAll={onAll} other={before} side={after} />
      </Row>
    </>
  );
}

/** The records of a step with several features, a page at a time. */
function Records({
  step: { newest },
  environment,
}: {
  readonly step: StepRow;
  readonly environment: number;
}): ReactElement {
  const pages = useStepRecords(environment, newest.id, undefined);
  return (
    <Loaded lines={3} query={pages}>
      {(data) => (
        <>
          <ol aria-label={words.records} className="step-records">
            {data.pages
              .flatMap(({ audits }) => audits)
              .map((audit) => (
                <li key={audit.id}>
                  <b>{audit.featureKey}</b> {auditSummary(audit)}
                </li>
              ))}
          </ol>
          {pages.hasNextPage && (
            <Button
              isBusy={pages.isFetchingNextPage}
              look="plain"
              onClick={() => void pages.fetchNextPage()}
            >
              {texts.common.more}
            </Button>
          )}
        </>
      )}
    </Loaded>
  );
}
