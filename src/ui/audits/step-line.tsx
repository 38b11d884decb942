import { type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { Link } from "wouter";
import type { StepRow } from "../../api/admin/contract/audit-models.ts";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import { EnvironmentDot } from "../environments/environment-dot.tsx";
import { Avatar } from "../parts/avatar.tsx";
import { Button } from "../parts/button.tsx";
import { pathIn } from "../paths/environment-path.ts";
import { featurePath } from "../paths/feature-path.ts";
import { useRoleCheck } from "../session/session.ts";
import { auditsTexts } from "../texts/audits-texts.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { auditStepSummary, isOfOneFeature, stepId, type Undoing } from "./audit-steps.ts";
import { authorName } from "./audit-summary.ts";
import { StepDetail } from "./step-detail.tsx";

const { undo } = texts;
const { audits: words } = auditsTexts;
const times = new Intl.DateTimeFormat(navigator.language, { hour: "2-digit", minute: "2-digit" });

interface StepLineProps {
  readonly step: StepRow;
  readonly environment: EnvironmentRow;
  readonly isCurrent: boolean;
  readonly isOpen: boolean;
  /** The person or token that undid the step, if that is known. */
  readonly undoing: Undoing | undefined;
  readonly onToggle: () => void;
  readonly onUndo: () => void;
}

/** One step of the audits: a line that opens in place. */
export function StepLine(props: StepLineProps): ReactElement {
  const { step, environment, isCurrent, isOpen, undoing, onToggle, onUndo } = props;
  const { newest } = step;
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) {
      element.current?.scrollIntoView({ block: "nearest" });
    }
  }, [isCurrent]);
  return (
    <li
      className="log-row"
      data-action={newest.action}
      data-current={isCurrent || undefined}
      data-open={isOpen || undefined}
      id={stepId(environment.id, newest.id)}
      ref={element}
    >
      <div className="step-line">
        <time className="step-time" dateTime={new Date(newest.at).toISOString()}>
          {times.format(newest.at)}
        </time>
        <Author step={step} />
        <Feature environment={environment} step={step} />
        <span className="step-environment" title={environment.name}>
          <EnvironmentDot environment={environment} />
          <span className="visually-hidden">{environment.name}</span>
        </span>
        <Summary isOpen={isOpen} onToggle={onToggle} step={step} />
        <StepEnd environment={environment} onUndo={onUndo} step={step} undoing={undoing} />
      </div>
      {isOpen && <StepDetail environment={environment} step={step} />}
    </li>
  );
}

export function Author({ step: { newest } }: { readonly step: StepRow }): ReactElement {
  const { actor } = newest;
  const name = authorName(actor);
  return (
    <span className="step-author" title={name}>
      <Avatar isProgram={actor.type === "Token"} name={name} />
      <span className="step-author-name">{name}</span>
    </span>
  );
}

function Feature({
  step,
  environment,
}: {
  readonly step: StepRow;
  readonly environment: EnvironmentRow;
}): ReactElement {
  const { featureKey } = step.newest;
  return isOfOneFeature(step) ? (
    <Link
      className="step-feature"
      href={pathIn(environment, featurePath(featureKey))}
      title={featureKey}
    >
      {featureKey}
    </Link>
  ) : (
    <span className="step-feature">{words.severalFeatures}</span>
  );
}

/** What changed, and why; the button covers the whole row. */
export function Summary({
  step,
  isOpen,
  onToggle,
}: {
  readonly step: StepRow;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}): ReactElement {
  const { reason } = step.newest;
  return (
    <button aria-expanded={isOpen} className="step-summary" onClick={onToggle} type="button">
      {auditStepSummary(step)}
      {reason !== null && <span className="step-why"> {fill(words.quoted, { reason })}</span>}
    </button>
  );
}

/** The undo of a step; or who undid it, or why that is impossible. */
export function StepEnd({
  step,
  environment,
  undoing,
  onUndo,
}: {
  readonly step: StepRow;
  readonly environment: EnvironmentRow;
  readonly undoing: Undoing | undefined;
  readonly onUndo: () => void;
}): ReactNode {
  const mayUndo = useRoleCheck()("member", environment.id);
  const cannot = step.newest.cannotUndo ?? step.oldest.cannotUndo;
  if (cannot !== null) {
    return (
      <span className="step-note" title={undo.impossible[cannot]}>
        {undo.impossibleShort}
        <span className="visually-hidden"> {undo.impossible[cannot]}</span>
      </span>
    );
  }
  if (undoing !== undefined) {
    return (
      <span className="step-note">
        {undoing.by === null ? undo.undone : fill(undo.undoneBy, { name: undoing.by })}
      </span>
    );
  }
  return (
    mayUndo && (
      <span className="step-undo">
        <Button
          aria-description={fill(undo.undoOf, { what: auditStepSummary(step) })}
          look="plain"
          onClick={onUndo}
        >
          {undo.undo}
        </Button>
      </span>
    )
  );
}
