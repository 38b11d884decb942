import type { ReactElement } from "react";
import type { FeatureAnswer, GateName } from "../../api/admin/contract/feature-models.ts";
import type { SetEdit } from "../drafts/feature-draft.ts";
import type { DraftOfFeature } from "../drafts/use-feature-draft.ts";
import { namesIn, savedWords } from "../gates/gate-words.ts";
import { Icon } from "../parts/icon.tsx";
import { fill, plural } from "../texts/fill.ts";
import { gatesTexts } from "../texts/gates-texts.ts";
import { texts } from "../texts/texts.ts";
import { addedWords, editedWords } from "./edited-value.tsx";
import { gateIcons } from "./gate-icons.ts";

const { drafts: words } = texts;

interface DiffLines {
  readonly same?: string;
  readonly removed: string;
  readonly added: string;
}

/** One gate before and after a draft. */
export function GateDiff({
  feature,
  draft,
  gate,
  actorCountAfter: countAfter,
}: {
  readonly feature: FeatureAnswer;
  readonly draft: DraftOfFeature;
  readonly gate: GateName;
  readonly actorCountAfter: number | undefined;
}): ReactElement {
  const { same, removed, added } = linesOf(feature, draft, gate, countAfter);
  return (
    <section className="diff">
      <h3>
        <Icon name={gateIcons[gate]} />
        {gatesTexts.gates.names[gate]}
      </h3>
      {same !== undefined && <p className="diff-same">{same}</p>}
      {removed !== "" && <p className="diff-removed">{removed}</p>}
      {added !== "" && <p className="diff-added">{added}</p>}
    </section>
  );
}

function linesOf(
  feature: FeatureAnswer,
  { edits }: DraftOfFeature,
  gate: GateName,
  countAfter: number | undefined,
): DiffLines {
  if (gate === "actors" || gate === "groups") {
    const edit = edits[gate];
    return edit === undefined
      ? { removed: "", added: "" }
      : setLines(feature, gate, edit, countAfter);
  }
  return { removed: savedWords(feature, gate), added: editedWords(feature, edits, gate) };
}

function setLines(
  { gates }: FeatureAnswer,
  gate: "actors" | "groups",
  { added, removed }: SetEdit,
  countAfter: number | undefined,
): DiffLines {
  const count = (gate === "actors" ? gates.actorCount : gates.groupCount) - removed.length;
  const what = plural(texts.gateSummary[gate], count);
  return {
    ...(count > 0 ? { same: fill(words.stays, { what }) } : {}),
    removed: namesOf(removed),
    added:
      gate === "actors"
        ? addedWords(gates.actorCount, { added, removed }, countAfter)
        : namesOf(added),
  };
}

function namesOf(names: readonly string[]): string {
  return names.length === 0 ? "" : namesIn(names);
}
