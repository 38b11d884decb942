import { useLocation } from "wouter";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import { idsText } from "../actors/actor-question.ts";
import { addToDraft } from "../drafts/add-to-draft.ts";
import { type DraftSlot, dropDraft, readDraft, useDraft } from "../drafts/draft-store.ts";
import type { SetEdit } from "../drafts/feature-draft.ts";
import { useDraftSlot } from "../drafts/use-feature-draft.ts";
import { percentageOf } from "../gates/percentage.ts";
import { copyText } from "../parts/copy-button.tsx";
import type { IconName } from "../parts/icon.tsx";
import { type PageCommand, pageCommand } from "../parts/page-commands.ts";
import { usePagePath } from "../paths/environment.ts";
import { featurePath } from "../paths/feature-path.ts";
import { useMay } from "../session/session.ts";
import { fill } from "../texts/fill.ts";
import { rolloutNamesTexts } from "../texts/rollout-names-texts.ts";
import { texts } from "../texts/texts.ts";
import type { PaletteEntry } from "./palette-entry.ts";

const { verbs: words } = texts.palette;
const spaces = /\s+/;
const numberPattern = /(?:^|\s)(\d{1,3})\s*%?(?=\s|$)/;

/** What can be done with the open feature. Nothing here changes it: that needs Save or Review. */
export function useFeatureVerbs(
  feature: FeatureAnswer | undefined,
  text: string,
): readonly PaletteEntry[] {
  const slot = useDraftSlot(feature?.key ?? "");
  const draft = useDraft(slot);
  const mayChange = useMay("member");
  const pagePath = usePagePath();
  const [, navigate] = useLocation();
  if (feature === undefined) {
    return [];
  }
  const { key } = feature;
  const id = actorIdIn(text);
  const tried = pagePath(featurePath(key), { ids: idsText([id ?? ""]), try: "1" });
  return [
    ...(mayChange ? percentageVerbs(feature, slot, text) : []),
    ...(mayChange ? gateVerbs(feature, slot, id) : []),
    ...(id === null
      ? []
      : [verb("try", "actors", fill(words.tryActor, { id }), () => navigate(tried))]),
    verb("copy", "copy", words.copyKey, () => void copyText(key)),
    ...(draft === null
      ? []
      : [
          ...pageVerb("review", "check", words.review),
          verb("discard", "undo", words.discard, () => dropDraft(slot)),
        ]),
  ];
}

function percentageVerbs(
  feature: FeatureAnswer,
  slot: DraftSlot,
  text: string,
): readonly PaletteEntry[] {
  const typed = numberPattern.exec(text)?.[1] ?? "";
  const percentage = percentageOf(typed);
  if (percentage === null) {
    return pageVerb("percentage", "percent", words.percentageAny);
  }
  const value = String(percentage);
  const { percentageOfActors, percentageOfTime } = feature.gates;
  return [
    {
      ...verb("percentage-to", "percent", fill(words.percentage, { percentage }), () =>
        addToDraft(slot, feature, "percentageOfActors", value),
      ),
      note: fill(words.from, { percentage: percentageOfActors }),
    },
    {
      ...verb("time-to", "clock", fill(words.percentageOfTime, { percentage }), () =>
        addToDraft(slot, feature, "percentageOfTime", value),
      ),
      note: fill(words.from, { percentage: percentageOfTime }),
    },
  ];
}

function gateVerbs(
  feature: FeatureAnswer,
  slot: DraftSlot,
  id: string | null,
): readonly PaletteEntry[] {
  return [
    ...(feature.gates.boolean
      ? []
      : [
          {
            ...verb("turn-on", "everyone", words.turnOn, () =>
              addToDraft(slot, feature, "boolean", true),
            ),
            note: words.toDraft,
          },
        ]),
    ...(feature.state === "off" ? [] : pageVerb("turnOff", "close", words.turnOff)),
    ...(id === null
      ? pageVerb("addActors", "actors", words.addActors)
      : [
          {
            ...verb("add-actor", "plus", fill(words.addActor, { id }), () =>
              addToDraft(slot, feature, "actors", withActor(slot, id)),
            ),
            note: words.toDraft,
          },
        ]),
    ...pageVerb("rollOut", "steps", rolloutNamesTexts.open),
    ...pageVerb("describe", "person", words.describe),
  ];
}

function withActor(slot: DraftSlot, id: string): SetEdit {
  const { added, removed } = readDraft(slot)?.edits.actors ?? { added: [], removed: [] };
  return {
    added: [...new Set([...added, id])],
    removed: removed.filter((each) => each !== id),
  };
}

/** The verb for which the page has a dialog or a field; none while the page has not. */
function pageVerb(command: PageCommand, icon: IconName, label: string): readonly PaletteEntry[] {
  const run = pageCommand(command);
  return run === undefined ? [] : [verb(command, icon, label, run)];
}

function verb(id: string, icon: IconName, label: string, run: () => void): PaletteEntry {
  return { id: `verb:${id}`, kind: "verb", label, look: { icon }, does: { run } };
}

/** The word with a semicolon, such as `User;42`. */
export function actorIdIn(text: string): string | null {
  return text.split(spaces).find((word) => word.includes(";")) ?? null;
}
