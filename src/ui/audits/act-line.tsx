import { lazy, type ReactElement, type ReactNode, Suspense, useEffect, useRef } from "react";
import type { ActRow } from "../../api/admin/contract/act-models.ts";
import { ShownReason } from "../issues/shown-reason.tsx";
import { Avatar } from "../parts/avatar.tsx";
import { exactTime } from "../parts/relative-time.tsx";
import { actsTexts } from "../texts/acts-texts.ts";
import { auditsTexts } from "../texts/audits-texts.ts";
import { fill, formatNumber } from "../texts/fill.ts";
import { type ActNames, actAddress, actAuthor, actSentence, actTitle } from "./act-sentence.ts";

const { acts: words } = actsTexts;
const { audits: common } = auditsTexts;
const times = new Intl.DateTimeFormat(navigator.language, { hour: "2-digit", minute: "2-digit" });
const Conversation = lazy(() =>
  import("../comments/conversation.tsx").then((module) => ({ default: module.Conversation })),
);

/** What people look for after an incident. */
const alarming: ReadonlySet<ActRow["kind"]> = new Set(["sign_in.failed"]);
const notable: ReadonlySet<ActRow["kind"]> = new Set(["change.bypassed", "change.turned_off"]);

/** One act: a line that opens in place. */
export function ActLine({
  act,
  names,
  environment,
  isCurrent,
  isOpen,
  onToggle,
}: {
  readonly act: ActRow;
  readonly names: ActNames;
  /** The name of its environment; null for an act without one. */
  readonly environment: string | null;
  readonly isCurrent: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}): ReactElement {
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) {
      element.current?.scrollIntoView({ block: "nearest" });
    }
  }, [isCurrent]);
  const author = actAuthor(act.actor);
  return (
    <li
      className="log-row"
      data-current={isCurrent || undefined}
      data-open={isOpen || undefined}
      data-kind={act.kind}
      ref={element}
    >
      <div className="step-line">
        <time className="step-time" dateTime={new Date(act.at).toISOString()}>
          {times.format(act.at)}
        </time>
        <span className="step-author" title={author}>
          <Avatar isProgram={act.actor.type !== "User"} name={author} />
          <span className="step-author-name">{author}</span>
        </span>
        <span className="step-feature act-title" data-tone={toneOf(act.kind)}>
          {actTitle(act.kind)}
        </span>
        <button aria-expanded={isOpen} className="step-summary" onClick={onToggle} type="button">
          {actSentence(act, names)}
          {act.reason !== null && (
            <span className="step-why"> {fill(common.quoted, { reason: act.reason })}</span>
          )}
        </button>
        <span className="step-note act-end">{actAddress(act) ?? environment}</span>
      </div>
      {isOpen && <ActDetail act={act} environment={environment} />}
    </li>
  );
}

function toneOf(kind: ActRow["kind"]): "danger" | "warning" | undefined {
  return alarming.has(kind) ? "danger" : notable.has(kind) ? "warning" : undefined;
}

/** The content of an open act: its reason with links, its details, its record, and its comments. */
function ActDetail({
  act: { n, at, reason, links, hash, details },
  environment,
}: {
  readonly act: ActRow;
  readonly environment: string | null;
}): ReactElement {
  return (
    <dl className="step-detail">
      {reason !== null && (
        <Row name={common.reason}>
          <ShownReason links={links} reason={reason} />
        </Row>
      )}
      {environment !== null && <Row name={words.environment}>{environment}</Row>}
      <Row name={words.details}>
        <code>{JSON.stringify(details)}</code>
      </Row>
      <Row name={common.record}>
        <code>#{formatNumber(n)}</code> {`sha256 ${hash.slice(0, 12)}…, ${exactTime(at)}`}
      </Row>
      <Row name={words.comments}>
        <Suspense fallback={null}>
          <Conversation subject={`act:${n}`} what="act" />
        </Suspense>
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
