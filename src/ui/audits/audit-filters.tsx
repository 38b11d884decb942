import type { ReactElement } from "react";
import type { AuditRow } from "../../api/admin/contract/audit-models.ts";
import type { ProjectStepRow } from "../../api/admin/contract/step-models.ts";
import { useAnswer } from "../api/use-answer.ts";
import { Button, IconButton } from "../parts/button.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { useSearchText } from "../parts/use-search-text.ts";
import { useEnvironments } from "../paths/environment.ts";
import { auditsTexts } from "../texts/audits-texts.ts";
import { fill, plural } from "../texts/fill.ts";
import { authorName } from "./audit-summary.ts";
import { DayFilter, SelectFilter } from "./log-filters.tsx";
import { stepListId } from "./step-days.tsx";

const { audits: words } = auditsTexts;
const actions = Object.entries<string>(words.actions satisfies Record<AuditRow["action"], string>);
const names = ["q", "key", "action", "actor", "environment", "when", "since", "until"];

export const clearedFilters: Readonly<Record<string, null>> = Object.fromEntries(
  names.map((name) => [name, null]),
);

/** Filters the steps of all environments; stored in the URL. */
export function AuditFilters({
  isFiltered,
  count,
  steps,
}: {
  readonly isFiltered: boolean;
  /** How many steps match; null if it is not known. */
  readonly count: number | null;
  /** The steps that are shown, whose authors can be chosen. */
  readonly steps: readonly ProjectStepRow[];
}): ReactElement {
  const { environments } = useEnvironments();
  const [params, setQuery] = useQueryState();
  const authors = useAuthors(steps);
  const key = params.get("key") ?? "";
  return (
    <fieldset aria-label={words.filters} className="audit-filters">
      <AuditSearch />
      <DayFilter />
      <SelectFilter
        any={words.anyEnvironment}
        choices={environments.map(({ slug, name }) => [slug, name])}
        label={words.environment}
        onChoose={(environment) => setQuery({ environment })}
        value={params.get("environment") ?? ""}
      />
      <SelectFilter
        any={words.anyAuthor}
        choices={authors}
        label={words.author}
        onChoose={(actor) => setQuery({ actor })}
        value={params.get("actor") ?? ""}
      />
      <SelectFilter
        any={words.anyAction}
        choices={actions}
        label={words.action}
        onChoose={(action) => setQuery({ action })}
        value={params.get("action") ?? ""}
      />
      {key !== "" && (
        <span className="chosen-filter">
          {words.feature} <b>{key}</b>
          <IconButton
            icon="close"
            label={fill(words.anyFeature, { key })}
            onClick={() => setQuery({ key: null })}
          />
        </span>
      )}
      {isFiltered && (
        <Button look="plain" onClick={() => setQuery(clearedFilters)}>
          {words.clear}
        </Button>
      )}
      {count !== null && <output className="filter-count">{plural(words.steps, count)}</output>}
    </fieldset>
  );
}

function AuditSearch(): ReactElement {
  const [text, setText] = useSearchText();
  return (
    <SearchField
      hint={words.searchHint}
      label={words.search}
      onLeave={() => document.getElementById(stepListId)?.focus({ preventScroll: true })}
      onType={setText}
      text={text}
    />
  );
}

/** The people, and the tokens of the chosen environment and of the shown steps. */
function useAuthors(steps: readonly ProjectStepRow[]): readonly (readonly [string, string])[] {
  const { environment, environments } = useEnvironments();
  const [params] = useQueryState();
  const chosen = environments.find(({ slug }) => slug === params.get("environment"));
  const { data } = useAnswer("GET /environments/:environment/audit-actors", {
    params: { environment: (chosen ?? environment).id },
  });
  const names = new Map((data?.actors ?? []).map(({ id, name }) => [id, name]));
  for (const { newest } of steps) {
    names.set(`${newest.actor.type}:${newest.actor.id}`, authorName(newest.actor));
  }
  return [...names].sort(([, left], [, right]) => left.localeCompare(right));
}
