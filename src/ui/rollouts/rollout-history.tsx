import type { ReactElement } from "react";
import { Link } from "wouter";
import { Avatar } from "../parts/avatar.tsx";
import { Card } from "../parts/page.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { usePagePath } from "../paths/environment.ts";
import { requestPath } from "../paths/request-path.ts";
import { fill } from "../texts/fill.ts";
import { requestsTexts } from "../texts/requests-texts.ts";
import { rolloutsTexts } from "../texts/rollouts-texts.ts";
import { pastOf } from "./rollout-past.ts";
import type { ShownRollout } from "./shown-rollout.ts";

const { rollout: words } = rolloutsTexts;

/** What has happened in a rollout, latest first. */
export function RolloutHistory({ rollout }: { readonly rollout: ShownRollout }): ReactElement {
  const pagePath = usePagePath();
  const { requestId } = rollout;
  return (
    <Card
      aside={
        requestId !== null && (
          <Link href={pagePath(requestPath(requestId))}>
            {fill(requestsTexts.requests.number, { id: String(requestId) })}
          </Link>
        )
      }
      isFlush={true}
      title={words.history}
    >
      <ol className="rollout-past">
        {pastOf(rollout).map(({ at, name, text, isBad }) => (
          <li key={`${at} ${text}`}>
            <Avatar isProgram={name === null} name={name ?? words.byRollout} />
            <span>
              <b>{name ?? words.byRollout}</b>{" "}
              <span className={isBad ? "danger-ink" : undefined}>{text}</span>
            </span>
            <span className="faint">
              <RelativeTime at={at} />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
