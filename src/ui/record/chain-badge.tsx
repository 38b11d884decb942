import type { ReactElement } from "react";
import { Link } from "wouter";
import { Icon } from "../parts/icon.tsx";
import { relativeTime, useNow } from "../parts/relative-time.tsx";
import { usePagePath } from "../paths/environment.ts";
import { fill, formatNumber } from "../texts/fill.ts";
import { recordTexts } from "../texts/record-texts.ts";
import { checkpointFacts } from "./checkpoint-facts.ts";
import { useLatestCheckpoint } from "./use-latest-checkpoint.ts";

const { badge: words } = recordTexts;

/** The latest signed checkpoint, with a link to its key. It claims nothing that nobody has checked. */
export function ChainBadge(): ReactElement | null {
  const query = useLatestCheckpoint();
  const pagePath = usePagePath();
  const now = useNow();
  if (query.isPending) {
    return null;
  }
  const latest = query.data?.checkpoints[0];
  const facts = latest === undefined ? null : checkpointFacts(latest);
  return (
    <Link className="chain-badge" href={pagePath("/settings/keys")} title={words.hint}>
      <Icon name={query.data === undefined ? "warning" : "shield"} />
      {query.data === undefined
        ? words.unknown
        : latest === undefined
          ? words.none
          : fill(words.signed, { number: formatNumber(latest.number) })}
      {facts !== null && <span className="faint">{relativeTime(facts.at, now)}</span>}
    </Link>
  );
}
