import type { ReactElement } from "react";
import type { FeatureAnswer, GateName } from "../../api/admin/contract/feature-models.ts";
import type { DraftOfFeature } from "../drafts/use-feature-draft.ts";
import { type GateChanges, savedWords } from "../gates/gate-words.ts";
import { Button } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { useFocusAfter } from "../parts/page-heading.ts";
import { RelativeTime } from "../parts/relative-time.tsx";
import { fill } from "../texts/fill.ts";
import { gatesTexts } from "../texts/gates-texts.ts";

const words = gatesTexts.gates.conflict;

interface ConflictProps {
  readonly feature: FeatureAnswer;
  readonly draft: DraftOfFeature;
  readonly gate: GateName;
  /** The change of the other person; undefined while it is not known. */
  readonly change: GateChanges[GateName];
}

/** Shows that somebody else changed a gate of the draft; the person chooses which value stays. */
export function ConflictNote(props: ConflictProps): ReactElement | null {
  return props.draft.conflicts.includes(props.gate) ? <Conflict {...props} /> : null;
}

function Conflict({ feature, draft, gate, change }: ConflictProps): ReactElement {
  const part = useFocusAfter<HTMLDivElement>();
  const value = savedWords(feature, gate);
  return (
    <div className="note note-warning" ref={part} role="alert">
      <Icon name="warning" />
      <div className="conflict">
        <p>
          <strong>
            {change === undefined
              ? fill(words.changed, { value })
              : fill(words.changedBy, { name: change.author, value })}
          </strong>{" "}
          {change !== undefined && <RelativeTime at={change.at} />}
        </p>
        <p className="conflict-choice">
          <Button look="normal" onClick={() => draft.keepMine(gate)}>
            {words.keepMine}
          </Button>
          <Button look="plain" onClick={() => draft.revert(gate)}>
            {fill(words.take, { value })}
          </Button>
        </p>
      </div>
    </div>
  );
}
