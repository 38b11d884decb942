import { useMemo } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import { recentActors } from "../actors/recent-actors.ts";
import { useAnswer } from "../api/use-answer.ts";
import { gateSummary } from "../gates/gate-summary.ts";
import { gaugeOf } from "../parts/gauge.tsx";
import { actorPath } from "../paths/actor-path.ts";
import { useEnvironment, usePagePath } from "../paths/environment.ts";
import { featurePath } from "../paths/feature-path.ts";
import { useSession } from "../session/session.ts";
import { actorIdIn, useFeatureVerbs } from "./feature-verbs.ts";
import { type EntryGroup, groupsOf, type PaletteEntry } from "./palette-entry.ts";
import { useActionEntries, useMoreEntries, usePageEntries } from "./palette-pages.ts";
import { recentEntries } from "./recent-entries.ts";

const tagsShown = 3;

/** The groups of entries for what was typed: `>` asks for actions only, and `;` for actors. */
export function usePaletteGroups(
  typed: string,
  feature: FeatureAnswer | undefined,
): readonly EntryGroup[] {
  const { user } = useSession();
  const recent = recentEntries.use(user?.id ?? null);
  const [prefix, text] = partsOf(typed);
  const verbs = useFeatureVerbs(feature, text);
  const features = useFeatureEntries();
  const actors = useActorEntries(prefix === ";" ? text : (actorIdIn(text) ?? ""));
  const pages = usePageEntries();
  const actions = useActionEntries();
  const more = useMoreEntries();
  switch (prefix) {
    case ">":
      return groupsOf([...verbs, ...actions], { text, recent });
    case ";":
      return groupsOf(actors, { text, recent: [] });
    default:
      return groupsOf(
        [
          ...verbs,
          ...features,
          ...actors,
          ...pages,
          ...actions,
          ...(text === "" ? [] : more(text)),
        ],
        { text, recent },
      );
  }
}

function partsOf(typed: string): readonly [prefix: ">" | ";" | null, text: string] {
  const [first] = typed;
  return first === ">" || first === ";" ? [first, typed.slice(1).trim()] : [null, typed.trim()];
}

function useFeatureEntries(): readonly PaletteEntry[] {
  const { id } = useEnvironment();
  const pagePath = usePagePath();
  const query = useAnswer("GET /environments/:environment/features", {
    params: { environment: id },
  });
  const rows = query.data?.features;
  const env = pagePath("");
  return useMemo(
    () =>
      (rows ?? []).map(
        (row): PaletteEntry => ({
          id: `feature:${row.key}`,
          kind: "feature",
          label: row.key,
          look: { gauge: gaugeOf(row.gates) },
          note: gateSummary(row.gates),
          aside: row.tags.slice(0, tagsShown).join(", "),
          does: { path: featurePath(row.key) + env },
        }),
      ),
    [rows, env],
  );
}

/** The actor that was typed, and those whose pages were opened. */
function useActorEntries(typed: string): readonly PaletteEntry[] {
  const { user } = useSession();
  const pagePath = usePagePath();
  const known = recentActors.use(user?.id ?? null);
  const ids = [...new Set([...(typed === "" ? [] : [typed]), ...known])];
  return ids.map((id) => {
    const { path, query } = actorPath(id);
    return {
      id: `actor:${id}`,
      kind: "actor",
      label: id,
      look: { icon: "actors" },
      does: { path: pagePath(path, query) },
    };
  });
}
