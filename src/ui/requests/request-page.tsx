import { type ReactElement, useState } from "react";
import { Link } from "wouter";
import { useAnswer } from "../api/use-answer.ts";
import { EnvironmentDot } from "../environments/environment-dot.tsx";
import { AffectedByChanges } from "../feature-gates/affected-card.tsx";
import type { SentCommand } from "../feature-gates/draft-commands.ts";
import { Avatar } from "../parts/avatar.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { PageHead } from "../parts/page.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { useEnvironments, usePagePath } from "../paths/environment.ts";
import { pathIn } from "../paths/environment-path.ts";
import { featurePath } from "../paths/feature-path.ts";
import { requestPath, requestsPath } from "../paths/request-path.ts";
import { fill, plural } from "../texts/fill.ts";
import { requestsTexts } from "../texts/requests-texts.ts";
import type { ShownRequest } from "./gate-sides.ts";
import { RequestActions } from "./request-actions.tsx";
import { RequestBadge } from "./request-badge.tsx";
import { RequestConversation } from "./request-conversation.tsx";
import { RequestDiff } from "./request-diff.tsx";
import { ChangedNote, RequestNotes } from "./request-notes.tsx";
import { RequestSide } from "./request-side.tsx";
import { nameOf } from "./request-words.ts";

const { requests: words } = requestsTexts;
const notFoundStatus = 404;

/** A change request: what it changes, who must approve, and what was said. */
export function RequestPage({ id }: { readonly id: number }): ReactElement {
  const query = useAnswer("GET /requests/:request", { params: { request: id } });
  const number = fill(words.number, { id: String(id) });
  if (query.error?.status === notFoundStatus) {
    return (
      <>
        <PageHead before={<Crumb />} label={number} title={number} />
        <EmptyState icon="inbox" title={words.missing} />
      </>
    );
  }
  return (
    <>
      {query.data === undefined && <PageHead before={<Crumb />} label={number} title={number} />}
      <Loaded lines={10} query={query}>
        {(answer) => <LoadedRequest answer={answer} />}
      </Loaded>
    </>
  );
}

function Crumb(): ReactElement {
  const pagePath = usePagePath();
  return (
    <Link className="crumb" href={pagePath(requestsPath)}>
      {words.title}
    </Link>
  );
}

function LoadedRequest({ answer }: { readonly answer: ShownRequest }): ReactElement {
  const { request } = answer;
  const pagePath = usePagePath();
  // What this person has looked at: a vote is for it, whatever the live page shows since.
  const [looked, setLooked] = useState(answer);
  const [ownHash, setOwnHash] = useState<string | null>(null);
  const isLooked = [looked.request.hash, ownHash].includes(request.hash);
  const shown = isLooked ? request.hash : looked.request.hash;
  return (
    <>
      <PageHead
        aside={
          <span className="request-aside">
            <span className="faint">{fill(words.number, { id: String(request.id) })}</span>
            <RequestBadge request={request} />
            <CopyButton
              icon="link"
              isSmall={true}
              label={words.copyLink}
              text={new URL(pagePath(requestPath(request.id)), window.location.href).href}
            />
          </span>
        }
        before={<Crumb />}
        label={request.title}
        title={request.title}
      >
        <RequestActions
          answer={answer}
          hash={shown}
          isLooked={isLooked}
          onOwnChange={({ hash }) => setOwnHash(hash)}
        />
      </PageHead>
      <div className="page-body request-body">
        <Lead answer={answer} />
        <div className="two-columns request-columns">
          <div>
            {!isLooked && (
              <ChangedNote answer={answer} looked={looked} onSeen={() => setLooked(answer)} />
            )}
            <RequestNotes answer={answer} onOwnChange={({ hash }) => setOwnHash(hash)} />
            <RequestDiff answer={answer} />
            <Affected answer={answer} />
            <RequestConversation request={request} />
          </div>
          <div>
            <RequestSide request={request} />
          </div>
        </div>
      </div>
    </>
  );
}

/** The estimate of an open request that changes features. */
function Affected({ answer }: { readonly answer: ShownRequest }): ReactElement | null {
  const { request, features } = answer;
  return request.endedAt !== null || features.length === 0 ? null : (
    <AffectedByChanges
      asked={{ commands: answer.commands as SentCommand[] }}
      environment={request.environmentId}
      tag={features.map(({ now }) => now?.sha256 ?? "").join()}
    />
  );
}

const keysShown = 3;

/** As in "Olivia asks to change search in Production". */
function Lead({ answer: { request } }: { readonly answer: ShownRequest }): ReactElement {
  const { environments } = useEnvironments();
  const environment = environments.find(({ id }) => id === request.environmentId);
  const name = nameOf(request.author);
  const { keys } = request;
  return (
    <p className="request-lead">
      <Avatar isProgram={request.author.type === "Token"} name={name} />
      <span>{fill(keys.length === 0 ? words.asksPolicy : words.asks, { name })}</span>
      {keys.slice(0, keysShown).map((key) =>
        environment === undefined ? (
          <b key={key}>{key}</b>
        ) : (
          <Link href={pathIn(environment, featurePath(key))} key={key}>
            {key}
          </Link>
        ),
      )}
      {keys.length > keysShown && (
        <span>
          {words.and} {plural(words.more, keys.length - keysShown)}
        </span>
      )}
      {keys.length > 0 && <span>{words.in}</span>}
      {environment !== undefined && <EnvironmentDot environment={environment} />}
      <b>{environment?.name ?? request.environment}</b>
      <span className="faint">
        <RelativeTime at={request.openedAt} />
      </span>
    </p>
  );
}
