import type { ReactElement } from "react";
import type { ActRow } from "../../api/admin/contract/act-models.ts";
import { Button } from "../parts/button.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { useSearchText } from "../parts/use-search-text.ts";
import { useEnvironments } from "../paths/environment.ts";
import { actsTexts } from "../texts/acts-texts.ts";
import { auditsTexts } from "../texts/audits-texts.ts";
import { plural } from "../texts/fill.ts";
import { type ActNames, actAuthor } from "./act-sentence.ts";
import { DayFilter, type FilterChoice, SelectFilter } from "./log-filters.tsx";

const { acts: words } = actsTexts;
const { audits: common } = auditsTexts;
const kinds = Object.entries(words.kinds).map(([kind, [title]]): FilterChoice => [kind, title]);
const names = ["q", "kind", "actor", "environment", "when", "since", "until"];

/** The id of the list, to which the focus goes from the search. */
export const actListId = "acts";

export const clearedActFilters: Readonly<Record<string, null>> = Object.fromEntries(
  names.map((name) => [name, null]),
);

/** Filters the acts of the installation; stored in the URL. */
export function ActFilters({
  acts,
  authors,
  count,
  isFiltered,
}: {
  /** The acts that are shown, whose authors can be chosen. */
  readonly acts: readonly ActRow[];
  readonly authors: ActNames;
  /** How many acts match; null if it is not known. */
  readonly count: number | null;
  readonly isFiltered: boolean;
}): ReactElement {
  const { environments } = useEnvironments();
  const [params, setQuery] = useQueryState();
  const [text, setText] = useSearchText();
  return (
    <fieldset aria-label={common.filters} className="audit-filters">
      <SearchField
        hint={words.searchHint}
        label={words.search}
        onLeave={() => document.getElementById(actListId)?.focus({ preventScroll: true })}
        onType={setText}
        text={text}
      />
      <DayFilter />
      <SelectFilter
        any={words.anyKind}
        choices={kinds}
        label={words.kind}
        onChoose={(kind) => setQuery({ kind })}
        value={params.get("kind") ?? ""}
      />
      <SelectFilter
        any={common.anyAuthor}
        choices={authorChoices(authors, acts)}
        label={common.author}
        onChoose={(actor) => setQuery({ actor })}
        value={params.get("actor") ?? ""}
      />
      <SelectFilter
        any={common.anyEnvironment}
        choices={environments.map(({ slug, name }) => [slug, name])}
        label={common.environment}
        onChoose={(environment) => setQuery({ environment })}
        value={params.get("environment") ?? ""}
      />
      {isFiltered && (
        <Button look="plain" onClick={() => setQuery(clearedActFilters)}>
          {common.clear}
        </Button>
      )}
      {count !== null && <output className="filter-count">{plural(words.events, count)}</output>}
    </fieldset>
  );
}

function authorChoices(authors: ActNames, acts: readonly ActRow[]): readonly FilterChoice[] {
  const choices = new Map(authors);
  for (const { actor } of acts) {
    if (actor.type === "User" || actor.type === "Token") {
      choices.set(`${actor.type}:${actor.id}`, actAuthor(actor));
    }
  }
  const known = [...choices].sort(([, left], [, right]) => left.localeCompare(right));
  return [...known, ["Shell", words.shell], ["Server", words.server]];
}
