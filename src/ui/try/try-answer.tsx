import { type ComponentProps, type ReactElement, Suspense, useState } from "react";
import type { ExplainAnswer, ExplainedFeature } from "../../api/admin/contract/explain-models.ts";
import type { DraftOfFeature } from "../drafts/use-feature-draft.ts";
import { Icon } from "../parts/icon.tsx";
import { lazily } from "../parts/lazily.tsx";
import { Segmented } from "../parts/segmented.tsx";
import type { NotYet as LoadedNotYet } from "../rollouts/not-yet.tsx";
import { evaluationsTexts } from "../texts/evaluations-texts.ts";
import { fill } from "../texts/fill.ts";
import { gatesTexts } from "../texts/gates-texts.ts";
import { GateReasons } from "./gate-reasons.tsx";

const words = evaluationsTexts.tryIt;
const names = gatesTexts.gates.names;

const NotYet = lazily<ComponentProps<typeof LoadedNotYet>>(
  async () => (await import("../rollouts/not-yet.tsx")).NotYet,
);

type Look = "saved" | "changed";

/** The results for the tried actors; with a draft, the person chooses between both states. */
export function TryAnswer({
  answer,
  draft,
}: {
  readonly answer: ExplainAnswer;
  readonly draft: DraftOfFeature;
}): ReactElement {
  const [chosen, setChosen] = useState<Look>("changed");
  const [saved] = answer.features;
  const isIncomplete = draft.incomplete.length > 0;
  const hasDraft = draft.edited.length > 0 && !isIncomplete;
  const look = hasDraft ? chosen : "saved";
  const each = answer.each ?? [];
  return (
    <>
      {isIncomplete && <p className="hint">{words.incomplete}</p>}
      {hasDraft && (
        <Segmented
          choices={[
            { value: "saved", label: words.asSaved },
            { value: "changed", label: words.withChanges },
          ]}
          label={words.look}
          onChoose={setChosen}
          value={look}
        />
      )}
      {answer.each === undefined
        ? saved !== undefined && (
            <Result changed={hasDraft ? answer.changed : undefined} look={look} saved={saved} />
          )
        : each.map(({ actor, saved: own, changed }, index) => (
            <Result
              actor={actor}
              changed={hasDraft ? changed : undefined}
              key={index}
              look={look}
              saved={own}
            />
          ))}
    </>
  );
}

interface ResultProps {
  readonly saved: ExplainedFeature;
  /** Undefined without a draft. */
  readonly changed: ExplainedFeature | undefined;
  readonly look: Look;
  /** In a list of several actors: its reasons are then behind a disclosure. */
  readonly actor?: string;
}

function Result({ saved, changed, look, actor }: ResultProps): ReactElement {
  const shown = look === "changed" ? (changed ?? saved) : saved;
  const other = changed === undefined ? undefined : look === "changed" ? saved : changed;
  const reasons = <GateReasons feature={shown} other={other} />;
  if (actor === undefined) {
    return (
      <>
        <p className={shown.enabled ? "note note-good verdict" : "note verdict"}>
          <Icon name={shown.enabled ? "check" : "close"} />
          <Verdict look={look} other={other} shown={shown} />
        </p>
        {reasons}
      </>
    );
  }
  return (
    <details className="tried">
      <summary data-enabled={shown.enabled}>
        <Icon name={shown.enabled ? "check" : "close"} />
        <span>
          <code>{actor}</code> <Verdict look={look} other={other} shown={shown} />
        </span>
      </summary>
      {reasons}
    </details>
  );
}

/** As in "Enabled by Percentage of actors. As saved: not enabled." */
function Verdict({
  shown,
  other,
  look,
}: {
  readonly shown: ExplainedFeature;
  readonly other: ExplainedFeature | undefined;
  readonly look: Look;
}): ReactElement {
  const opening = shown.gates.filter(({ opens }) => opens).map(({ gate }) => names[gate]);
  const disabled = (
    <>
      <strong>{words.disabled}</strong> {words.noGate}
    </>
  );
  return (
    <span>
      {shown.enabled ? (
        <>
          <strong>{words.enabled}</strong> {fill(words.by, { gates: opening.join(", ") })}
        </>
      ) : other === undefined ? (
        <Suspense fallback={disabled}>
          <NotYet feature={shown} otherwise={disabled} />
        </Suspense>
      ) : (
        disabled
      )}
      {other !== undefined &&
        other.enabled !== shown.enabled &&
        ` ${words.others[look === "changed" ? "saved" : "changed"][other.enabled ? "on" : "off"]}`}
    </span>
  );
}
