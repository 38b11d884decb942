import { type ReactElement, useEffect, useState } from "react";
import { Link } from "wouter";
import type { FirstRun } from "../../api/admin/contract/first-run-models.ts";
import { Button } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { relativeTime, useNow } from "../parts/relative-time.tsx";
import { useEnvironments, usePagePath, useProduction } from "../paths/environment.ts";
import { featurePath } from "../paths/feature-path.ts";
import { fill, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { type Arrival, arrivals, type Connection, connectionIn, readIn } from "./arrivals.ts";
import type { KeptToken } from "./kept-token.ts";

const { firstRun: words } = texts;
const clock = new Intl.DateTimeFormat(navigator.language, { timeStyle: "medium" });
const patienceMs = 120_000;
const tickMs = 1_000;
const minuteMs = 60_000;
const shownMax = 4;

/** Waits for the first check; after two minutes, or when asked, it shows what did arrive. */
export function ArrivalNote({
  facts,
  kept,
  url,
}: {
  readonly facts: FirstRun;
  readonly kept: KeptToken | null;
  readonly url: string;
}): ReactElement {
  const { slug } = useProduction();
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  const connection = connectionIn(facts, slug);
  if (connection !== null) {
    return <Connected connection={connection} />;
  }
  const read = readIn(facts, slug);
  return (
    <>
      <div className="note note-info start-waiting" role="status">
        <i className="start-pulse" />
        <p>
          <strong>{words.waiting}</strong>{" "}
          {read?.kind === "read" && !isAsked
            ? fill(words.waitingForCounts, { client: clientName(read.client) })
            : words.waitingHint}
        </p>
        {!isAsked && (
          <Button isSmall={true} onClick={() => setAsked(true)}>
            {words.nothingComes}
          </Button>
        )}
      </div>
      {isAsked && <Arrived found={arrivals(facts, slug)} kept={kept} url={url} />}
    </>
  );
}

function Connected({ connection: { at, key, client } }: { readonly connection: Connection }) {
  const time = useAgo(at);
  const pagePath = usePagePath();
  return (
    <div className="note note-good" role="status">
      <Icon name="check" />
      <p>
        <strong>{words.connectedTitle}</strong>{" "}
        {key === null ? null : <span className="mono">{key}</span>}
        {key === null ? fill(words.askedSome, { time }) : fill(words.asked, { key: "", time })}
        {client !== null && ` ${fill(words.by, { client: clientName(client) })}`}.{" "}
        {key !== null && (
          <Link className="link" href={pagePath(featurePath(key))}>
            {words.openFeature}
          </Link>
        )}
      </p>
    </div>
  );
}

function Arrived({
  found,
  kept,
  url,
}: {
  readonly found: readonly Arrival[];
  readonly kept: KeptToken | null;
  readonly url: string;
}): ReactElement {
  return (
    <ul className="start-arrivals" aria-live="polite">
      {found.length === 0 && (
        <li className="note note-warning">
          <Icon name="warning" />
          <p>
            <strong>{words.nothing}</strong> {fill(words.nothingHint, { url })}
          </p>
        </li>
      )}
      {found.slice(0, shownMax).map((arrival, index) => (
        <li className="note note-warning" key={`${arrival.kind} ${index}`}>
          <Icon name="warning" />
          <p>
            {arrival.kind === "refused" ? (
              <Refused attempt={arrival.attempt} kept={kept} />
            ) : (
              <Elsewhere arrival={arrival} />
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}

function Refused({
  attempt: { kind, at, count, address, token, ending },
  kept,
}: {
  readonly attempt: FirstRun["refused"][number];
  readonly kept: KeptToken | null;
}): ReactElement {
  const time = clock.format(at);
  return (
    <>
      <strong>{plural(words.arrived[kind], count)}</strong>{" "}
      {address === null ? fill(words.at, { time }) : fill(words.fromAt, { address, time })}{" "}
      {kind === "wrong" && kept !== null && (
        <>
          {words.compareEnding} <span className="mono start-ending">{kept.ending}</span>.
        </>
      )}
      {token !== null && fill(words.newToken, { name: token.name, ending: `…${ending ?? ""}` })}
    </>
  );
}

function Elsewhere({
  arrival,
}: {
  readonly arrival: Exclude<Arrival, { readonly kind: "refused" }>;
}): ReactElement {
  const { environments } = useEnvironments();
  const time = useAgo(arrival.at);
  if (arrival.kind === "read") {
    return (
      <>
        <strong>{fill(words.onlyReads, { client: clientName(arrival.client) })}</strong>{" "}
        {fill(words.onlyReadsHint, { time })}
      </>
    );
  }
  const environment =
    environments.find(({ slug }) => slug === arrival.environment)?.name ?? arrival.environment;
  return (
    <>
      <strong>{fill(words.elsewhere, { environment })}</strong>{" "}
      {fill(words.elsewhereHint, { environment, time })}
    </>
  );
}

/** "2 s ago" within a minute, and then as everywhere else. */
function useAgo(at: number): string {
  const now = useNow(tickMs);
  const ago = Math.max(0, now - at);
  return ago < minuteMs
    ? fill(words.secondsAgo, { seconds: Math.round(ago / tickMs) })
    : relativeTime(at, now);
}

const flipperAdapter = "Flipper HTTP Adapter";

/** The name that people know: the Ruby library names its adapter. */
function clientName(client: Connection["client"]): string {
  if (client === null) {
    return words.unknownClient;
  }
  const { name, version } = client;
  if (name === flipperAdapter) {
    return fill(words.flipper, { version: version ?? "" });
  }
  return version === null ? name : `${name} ${version}`;
}
