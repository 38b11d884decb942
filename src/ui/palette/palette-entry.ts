import type { GaugeValue } from "../parts/gauge.tsx";
import type { IconName } from "../parts/icon.tsx";
import { fuzzyMatch, type Match } from "./fuzzy.ts";

type EntryKind = "verb" | "feature" | "actor" | "page" | "action" | "more";

export interface PaletteEntry {
  /** The same in each palette, so that the browser knows the recent ones. */
  readonly id: string;
  readonly kind: EntryKind;
  readonly label: string;
  readonly look: { readonly icon: IconName } | { readonly gauge: GaugeValue };
  /** Further words, such as the gates of a feature; not searched. */
  readonly note?: string | undefined;
  /** At the right, such as tags. */
  readonly aside?: string | undefined;
  readonly keys?: readonly string[] | undefined;
  /** What it opens, with the query; or what it does. */
  readonly does: { readonly path: string } | { readonly run: () => void };
  /** Whether it is shown whatever is typed. */
  readonly isAlways?: boolean;
}

export interface FoundEntry {
  readonly entry: PaletteEntry;
  readonly marks: Match["marks"];
}

export interface EntryGroup {
  readonly kind: EntryKind | "recent";
  readonly items: readonly FoundEntry[];
}

interface Search {
  readonly text: string;
  /** The ids of the last chosen entries, the latest first. */
  readonly recent: readonly string[];
}

const recentBonus = 15;
const verbBonus = 10;
const lengthWeight = 0.1;
const shownOf: Readonly<Record<EntryKind, number>> = {
  verb: 6,
  feature: 6,
  actor: 4,
  page: 6,
  action: 4,
  more: 3,
};
const recentShown = 5;

/** The groups in the order of their best match; without a text, the recent ones first. */
export function groupsOf(
  entries: readonly PaletteEntry[],
  { text, recent }: Search,
): readonly EntryGroup[] {
  return text === "" ? unsearched(entries, recent) : searched(entries, text, new Set(recent));
}

function unsearched(
  entries: readonly PaletteEntry[],
  recent: readonly string[],
): readonly EntryGroup[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const known = recent.flatMap((id) => byId.get(id) ?? []).slice(0, recentShown);
  const isActorsOnly = entries.every(({ kind }) => kind === "actor");
  const kinds = isActorsOnly ? (["actor"] as const) : (["verb", "page", "action"] as const);
  return [
    group("recent", known),
    ...kinds.map((kind) =>
      group(
        kind,
        entries.filter((entry) => entry.kind === kind && !known.includes(entry)),
      ),
    ),
  ].filter(({ items }) => items.length > 0);
}

function group(kind: EntryGroup["kind"], entries: readonly PaletteEntry[]): EntryGroup {
  const shown = kind === "recent" ? recentShown : shownOf[kind];
  return { kind, items: entries.slice(0, shown).map((entry) => ({ entry, marks: [] })) };
}

function searched(
  entries: readonly PaletteEntry[],
  text: string,
  recent: ReadonlySet<string>,
): readonly EntryGroup[] {
  const groups = new Map<EntryKind, (FoundEntry & { readonly score: number })[]>();
  for (const entry of entries) {
    const match = entry.isAlways === true ? { score: 0, marks: [] } : fuzzyMatch(text, entry.label);
    if (match !== null) {
      const bonus = bonusOf(entry, recent);
      const items = groups.get(entry.kind) ?? [];
      items.push({ entry, marks: match.marks, score: match.score + bonus });
      groups.set(entry.kind, items);
    }
  }
  const best = (items: readonly { readonly score: number }[]) => items[0]?.score ?? 0;
  return Array.from(groups, ([kind, found]) => {
    const items = found.sort((left, right) => right.score - left.score).slice(0, shownOf[kind]);
    return { kind, items };
  }).sort(
    (left, right) => rank(left.kind) - rank(right.kind) || best(right.items) - best(left.items),
  );
}

/** Of features that match equally well, the one with the shorter key comes first. */
function bonusOf({ id, kind, label }: PaletteEntry, recent: ReadonlySet<string>): number {
  return (
    (recent.has(id) ? recentBonus : 0) +
    (kind === "verb" ? verbBonus : 0) -
    (kind === "feature" ? label.length * lengthWeight : 0)
  );
}

/** What is always there comes last. */
function rank(kind: EntryKind): number {
  return kind === "more" ? 1 : 0;
}
