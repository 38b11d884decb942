import { type ReactElement, useState } from "react";
import { useAnswer } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { useTimeInUrl } from "../past/asked-time.ts";
import { TimeField } from "../past/time-field.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { compareTexts } from "../texts/compare-texts.ts";
import { fill, formatNumber, plural } from "../texts/fill.ts";
import { pastTexts } from "../texts/past-texts.ts";
import { TimesTable } from "./times-table.tsx";

const { compareTimes: words } = pastTexts;
const { compare } = compareTexts;
const hourMs = 3_600_000;
const ranges = [
  { label: words.hour, ms: hourMs },
  { label: words.day, ms: 24 * hourMs },
  { label: words.week, ms: 7 * 24 * hourMs },
] as const;

/** The chosen environment at two times; the times are in the URL. */
export function CompareTimes(): ReactElement {
  const { createdAt } = useEnvironment();
  // Without a time in the URL, the same moment while the page is open.
  const [start] = useState(Date.now);
  const [asked, setFrom] = useTimeInUrl("from");
  const [to, setTo] = useTimeInUrl("to");
  const from = asked ?? Math.max(createdAt, start - 24 * hourMs);
  const [, setQuery] = useQueryState();
  return (
    <>
      <div className="compare-times">
        <TimeField label={words.from} onChange={setFrom} time={from} />
        <TimeField label={words.to} onChange={setTo} time={to ?? Date.now()} />
        <fieldset aria-label={words.ranges} className="compare-ranges">
          {ranges.map(({ label, ms }) => (
            <Button
              isSmall={true}
              key={label}
              onClick={() =>
                setQuery({
                  from: new Date(Math.max(createdAt, Date.now() - ms)).toISOString(),
                  to: null,
                })
              }
            >
              {label}
            </Button>
          ))}
        </fieldset>
      </div>
      <Differences from={from} key={`${from} ${to}`} to={to} />
    </>
  );
}

function Differences({
  from,
  to,
}: {
  readonly from: number;
  /** Null for now. */
  readonly to: number | null;
}): ReactElement {
  const { id } = useEnvironment();
  const [params, setQuery] = useQueryState();
  const query = useAnswer("GET /environments/:environment/compare", {
    params: { environment: id },
    query: { from, ...(to === null ? {} : { to }) },
  });
  const text = params.get("q") ?? "";
  return (
    <Loaded lines={8} name={words.title} query={query}>
      {(answer) => {
        const { features, featureCount, differentCount } = answer;
        const found = features.filter(({ key }) => key.toLowerCase().includes(text.toLowerCase()));
        return (
          <>
            <div className="actor-filters">
              <p aria-live="polite" className="soft">
                {plural(words.differ, differentCount).replace("{all}", formatNumber(featureCount))}
              </p>
              <SearchField label={compare.search} onType={(q) => setQuery({ q })} text={text} />
            </div>
            {differentCount > features.length && (
              <p className="faint">{fill(words.cut, { shown: features.length })}</p>
            )}
            <Card isFlush={true}>
              {found.length === 0 ? (
                <EmptyState
                  icon={differentCount === 0 ? "check" : "search"}
                  title={differentCount === 0 ? words.noDifference : compare.nothingMatches}
                />
              ) : (
                <TimesTable features={found} from={answer.from} to={answer.to} />
              )}
            </Card>
          </>
        );
      }}
    </Loaded>
  );
}
