import type { ReactElement } from "react";
import { Link } from "wouter";
import { useAnswer } from "../api/use-answer.ts";
import { TitleEnvironment } from "../environments/title-environment.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { PageHead } from "../parts/page.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { useEnvironment, usePagePath } from "../paths/environment.ts";
import { useSession } from "../session/session.ts";
import { telemetryTexts } from "../texts/telemetry-texts.ts";
import { ActivityCards } from "./activity-cards.tsx";
import { FinishedCard } from "./finished-card.tsx";
import { submissionCommand } from "./submission-command.ts";
import { type Telemetry, TotalsCard } from "./totals-card.tsx";
import { UnknownKeysCard } from "./unknown-keys-card.tsx";
import { weekDays } from "./week-days.ts";

const { telemetry: words } = telemetryTexts;
const retentionMax = 3_650;

/** The evaluations that applications reported in the chosen environment. */
export function TelemetryPage(): ReactElement {
  const { id } = useEnvironment();
  const [params] = useQueryState();
  const days = daysOf(params);
  const input = { params: { environment: id }, query: { days } };
  const telemetry = useAnswer("GET /environments/:environment/telemetry", input, {
    keepsPrevious: true,
  });
  const activity = useAnswer("GET /environments/:environment/activity", input, {
    keepsPrevious: true,
  });
  const list = useAnswer("GET /environments/:environment/features", {
    params: { environment: id },
  });
  return (
    <>
      <PageHead
        aside={<TitleEnvironment word={words.of} />}
        label={words.title}
        title={words.title}
      />
      <div className="page-body">
        <Loaded lines={8} name={words.title} query={telemetry}>
          {(answer) =>
            answer.retentionDays === 0 ? (
              <NotKept />
            ) : (
              <Loaded lines={8} name={words.title} query={activity}>
                {({ activity: rows }) =>
                  isEmpty(answer) && rows.every((row) => row.lastEvaluatedAt === null) ? (
                    <NothingYet firstKey={rows[0]?.key} />
                  ) : (
                    <>
                      <TotalsCard activity={rows} days={days} telemetry={answer} />
                      <UnknownKeysCard isFull={answer.unknownIsFull} keys={answer.unknownKeys} />
                      <ActivityCards activity={rows} />
                    </>
                  )
                }
              </Loaded>
            )
          }
        </Loaded>
        <Loaded query={list}>{({ features }) => <FinishedCard features={features} />}</Loaded>
      </div>
    </>
  );
}

function daysOf(params: URLSearchParams): number {
  const days = Number(params.get("days"));
  return Number.isInteger(days) && days >= 1 && days <= retentionMax ? days : weekDays;
}

function isEmpty({ total, unknownKeys }: Telemetry): boolean {
  return unknownKeys.length === 0 && total.every((count) => count === 0);
}

function NotKept(): ReactElement {
  const pagePath = usePagePath();
  return (
    <EmptyState icon="telemetry" title={words.notKeptTitle}>
      <p>{words.notKeptText}</p>
      <Link href={pagePath("/settings/plan")}>{words.toPlan}</Link>
    </EmptyState>
  );
}

function NothingYet({ firstKey }: { readonly firstKey: string | undefined }): ReactElement {
  const { apiPath } = useSession();
  return (
    <EmptyState
      command={submissionCommand(apiPath, firstKey ?? words.exampleKey)}
      icon="telemetry"
      title={words.emptyTitle}
    >
      {words.emptyText}
    </EmptyState>
  );
}
