import type { ReactElement } from "react";
import { Link } from "wouter";
import { Button } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { exactTime } from "../parts/relative-time.tsx";
import { useEnvironments } from "../paths/environment.ts";
import { pathIn } from "../paths/environment-path.ts";
import { useRoleCheck } from "../session/session.ts";
import { fill } from "../texts/fill.ts";
import { gatesTexts } from "../texts/gates-texts.ts";
import { requestsTexts } from "../texts/requests-texts.ts";
import { changedSince, driftOf, type ShownRequest } from "./gate-sides.ts";
import type { RequestRow } from "./open-requests.ts";
import { useTransition } from "./use-transitions.ts";

const { request: words } = requestsTexts;

/** Blocks that have a state or a note of their own. */
const known: ReadonlySet<string> = new Set([
  "request_drifted",
  "request_not_approved",
  "changes_asked",
  "request_held",
  "request_scheduled",
]);

/** What keeps a request from being applied. */
export function RequestNotes({
  answer,
  onOwnChange,
}: {
  readonly answer: ShownRequest;
  readonly onOwnChange: (request: RequestRow) => void;
}): ReactElement {
  const { request, blocks } = answer;
  const { state, missedAt, failure } = request;
  const other = blocks.filter((code) => !known.has(code));
  return (
    <>
      {state === "drifted" && <DriftNote answer={answer} onOwnChange={onOwnChange} />}
      {state === "held" && <Warning text={words.heldText} title={words.heldTitle} />}
      {missedAt !== null && request.endedAt === null && (
        <Warning text={fill(words.missedText, { time: exactTime(missedAt) })} />
      )}
      {failure !== null && <Warning text={failure} title={words.failureTitle} />}
      {other.length > 0 && failure === null && (
        <Warning
          text={fill(words.unknownProposal, { reason: other.join(", ") })}
          title={words.blocksTitle}
        />
      )}
    </>
  );
}

function Warning({
  title,
  text,
}: {
  readonly title?: string;
  readonly text: string;
}): ReactElement {
  return (
    <div className="note note-warning" role="status">
      <Icon name="warning" />
      <p>
        {title !== undefined && <strong>{title}</strong>} {text}
      </p>
    </div>
  );
}

function DriftNote({
  answer,
  onOwnChange,
}: {
  readonly answer: ShownRequest;
  readonly onOwnChange: (request: RequestRow) => void;
}): ReactElement {
  const { request } = answer;
  const isMember = useRoleCheck()("member", request.environmentId);
  const { environments } = useEnvironments();
  const environment = environments.find(({ id }) => id === request.environmentId);
  const transition = useTransition(request, onOwnChange);
  const drift = driftOf(answer);
  const { names } = gatesTexts.gates;
  const gates = [...new Set(drift.map(({ sides }) => names[sides.gate]))];
  const key = drift[0]?.feature.key ?? request.keys[0];
  return (
    <div className="note note-warning" role="status">
      <Icon name="warning" />
      <div className="request-drift">
        <p>
          <strong>
            {fill(words.driftTitle, { what: gates.join(", ") || request.keys.join(", ") })}
          </strong>{" "}
          {words.driftText}
        </p>
        <ul>
          {drift.map(({ feature, sides: { gate, based, now } }) => (
            <li key={`${feature.environment} ${feature.key} ${gate}`}>
              {fill(words.driftWas, { gate: names[gate], based, now })}
            </li>
          ))}
        </ul>
        <p className="note-actions">
          {isMember && (
            <Button
              isBusy={transition.isBusy}
              isSmall={true}
              onClick={() => transition.run("rebase")}
            >
              {words.rebase}
            </Button>
          )}
          {environment !== undefined && key !== undefined && (
            <Link
              className="button button-quiet button-small"
              href={pathIn(environment, "/audits", { environment: environment.slug, key })}
            >
              {words.showHistory}
            </Link>
          )}
        </p>
      </div>
    </div>
  );
}

/** What changed in the request since this person looked at it. */
export function ChangedNote({
  looked,
  answer,
  onSeen,
}: {
  readonly looked: ShownRequest;
  readonly answer: ShownRequest;
  readonly onSeen: () => void;
}): ReactElement {
  const lines = changedSince(looked, answer);
  return (
    <div className="note note-warning" role="alert">
      <Icon name="warning" />
      <div className="request-drift">
        <p>
          <strong>{words.changedTitle}</strong>
        </p>
        <ul>
          {(lines.length === 0 ? [words.changedOther] : lines).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className="note-actions">
          <Button isSmall={true} onClick={onSeen}>
            {words.changedSeen}
          </Button>
        </p>
      </div>
    </div>
  );
}
