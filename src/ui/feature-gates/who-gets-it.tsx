import { lazy, type ReactElement, Suspense, useEffect, useRef } from "react";
import type { FeatureAnswer, GateName } from "../../api/admin/contract/feature-models.ts";
import type { DraftOfFeature } from "../drafts/use-feature-draft.ts";
import { gateNames } from "../gates/gate-names.ts";
import { type GateChanges, gaugeOfGate, isGateSet, savedWords } from "../gates/gate-words.ts";
import { percentageOf } from "../gates/percentage.ts";
import { Card } from "../parts/page.tsx";
import type { ShownRollout } from "../rollouts/shown-rollout.ts";
import { gatesOfRollout, goesOn } from "../rollouts/use-feature-rollout.ts";
import { useSession } from "../session/session.ts";
import { gatesTexts } from "../texts/gates-texts.ts";
import { rolloutNamesTexts } from "../texts/rollout-names-texts.ts";
import { ActorsEditor } from "./actors-editor.tsx";
import { ConflictNote } from "./conflict-note.tsx";
import { EditedValue } from "./edited-value.tsx";
import { EveryoneRow } from "./everyone-row.tsx";
import { GateRow, type RowState } from "./gate-row.tsx";
import { GroupsEditor } from "./groups-editor.tsx";
import { PercentageEditor } from "./percentage-editor.tsx";
import { RolloutLock } from "./rollout-lock.tsx";

const words = gatesTexts.gates;

const loadExpressionEditor = () =>
  import("./expression-editor.tsx").then((module) => ({ default: module.ExpressionEditor }));
const ExpressionEditor = lazy(loadExpressionEditor);

interface WhoGetsItProps {
  readonly feature: FeatureAnswer;
  readonly draft: DraftOfFeature;
  readonly changes: GateChanges;
  /** Whether a later change may be missing in `changes`. */
  readonly isLoadingChanges: boolean;
  readonly weekTotal: number | undefined;
  readonly opened: ReadonlySet<GateName>;
  readonly isBusy: boolean;
  /** The number of actors after the draft; undefined until the server counted them. */
  readonly actorCountAfter: number | undefined;
  readonly onToggle: (gate: GateName) => void;
  /** Reviews or saves the draft. */
  readonly onSubmit: () => void;
  readonly onSwitch: (isOn: boolean) => void;
  readonly rollout: ShownRollout | null;
  /** Whether the person chose to pause the rollout with the change. */
  readonly pausesRollout: boolean;
  readonly onPauseAndEdit: (gate: GateName) => void;
  /** Opens the plan of a rollout; null if none can be started. */
  readonly onRollOut: (() => void) | null;
}

/** All gates of a feature, one in a row; each opens in place, and several may be open. */
export function WhoGetsIt(props: WhoGetsItProps): ReactElement {
  const { feature, draft, isBusy, onSwitch, opened } = props;
  const { mode } = useSession();
  const rows = gateNames.filter(
    (gate) => gate !== "boolean" && (gate !== "expression" || mode === "hosted"),
  );
  useEffect(() => {
    // Loads it before its row is opened.
    loadExpressionEditor().catch(() => undefined);
  }, []);
  return (
    <Card isFlush={true} title={words.title}>
      <EveryoneRow draft={draft} feature={feature} isBusy={isBusy} onSwitch={onSwitch} />
      {rows.map((gate) => (
        <OneGate {...props} gate={gate} isOpen={opened.has(gate)} key={gate} />
      ))}
    </Card>
  );
}

function OneGate({
  gate,
  isOpen,
  ...props
}: WhoGetsItProps & { readonly gate: GateName; readonly isOpen: boolean }): ReactElement {
  const { feature, draft, changes, actorCountAfter, onToggle } = props;
  const state = rowState(draft, gate);
  const { gates } = feature;
  const isSetByRollout = gatesOfRollout(props.rollout).has(gate);
  const isLocked =
    isSetByRollout && goesOn(props.rollout) && !props.pausesRollout && state === "saved";
  useOpenedConflict(state === "conflict" && !isOpen, () => onToggle(gate));
  const percentage =
    gate === "percentageOfActors" || gate === "percentageOfTime"
      ? percentageOf(draft.edits[gate] ?? "")
      : null;
  return (
    <GateRow
      changedAt={changes[gate]?.at ?? null}
      gate={gate}
      gauge={gaugeOfGate(percentage === null ? gates : { ...gates, [gate]: percentage }, gate)}
      isOpen={isOpen}
      isSet={isGateSet(gates, gate) || state !== "saved"}
      onRevert={() => draft.revert(gate)}
      onToggle={() => onToggle(gate)}
      state={state}
      value={
        state === "saved" ? (
          <>
            {savedValue(feature, gate)}{" "}
            {isSetByRollout && <span className="faint">{rolloutNamesTexts.setBy}</span>}
          </>
        ) : (
          <EditedValue
            actorCountAfter={actorCountAfter}
            edits={draft.edits}
            feature={feature}
            gate={gate}
          />
        )
      }
    >
      <ConflictNote
        change={props.isLoadingChanges ? undefined : changes[gate]}
        draft={draft}
        feature={feature}
        gate={gate}
      />
      {isLocked ? (
        <RolloutLock onEdit={() => props.onPauseAndEdit(gate)} />
      ) : (
        <Editor {...props} gate={gate} />
      )}
    </GateRow>
  );
}

function savedValue(feature: FeatureAnswer, gate: GateName): string {
  return feature.gates.boolean && !isGateSet(feature.gates, gate)
    ? words.notAsked
    : savedWords(feature, gate);
}

function rowState({ edited, conflicts, incomplete }: DraftOfFeature, gate: GateName): RowState {
  if (!edited.includes(gate)) {
    return "saved";
  }
  if (conflicts.includes(gate)) {
    return "conflict";
  }
  return incomplete.includes(gate) ? "incomplete" : "edited";
}

/** A conflict opens its row once: the person has to choose, but may close the row. */
function useOpenedConflict(isHidden: boolean, open: () => void): void {
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    if (isHidden) {
      latest.current();
    }
  }, [isHidden]);
}

function Editor({
  gate,
  feature,
  draft,
  weekTotal,
  onSubmit,
  onRollOut,
}: WhoGetsItProps & { readonly gate: GateName }): ReactElement | null {
  switch (gate) {
    case "percentageOfActors":
    case "percentageOfTime":
      return (
        <PercentageEditor
          draft={draft}
          feature={feature}
          gate={gate}
          onRollOut={gate === "percentageOfActors" ? onRollOut : null}
          onSubmit={onSubmit}
          weekTotal={weekTotal}
        />
      );
    case "expression":
      return (
        <Suspense fallback={null}>
          <ExpressionEditor draft={draft} feature={feature} />
        </Suspense>
      );
    case "actors":
      return <ActorsEditor draft={draft} feature={feature} />;
    case "groups":
      return <GroupsEditor draft={draft} feature={feature} />;
    default:
      return null;
  }
}
