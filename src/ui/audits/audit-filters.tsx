import { type ReactElement, useId } from "react";
import type { AuditRow } from "../../api/admin/contract/audit-models.ts";
import { useAnswer } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { useEnvironment } from "../paths/environment.ts";
import { texts } from "../texts/texts.ts";

const { audits: words } = texts;
const actions = Object.entries<string>(words.actions satisfies Record<AuditRow["action"], string>);
const names = ["key", "action", "actor", "since", "until"] as const;
const suggestionsMax = 200;
const nothing = Object.fromEntries(names.map((name) => [name, null]));

/** Filters changes by feature, author and time; stored in the URL. */
export function AuditFilters({ isFiltered }: { readonly isFiltered: boolean }): ReactElement {
  const { id } = useEnvironment();
  const [params, setQuery] = useQueryState();
  const authors = useAnswer("GET /environments/:environment/audit-actors", {
    params: { environment: id },
  });
  return (
    <fieldset aria-label={words.filters} className="audit-filters">
      <FeatureInput onChange={(key) => setQuery({ key })} value={params.get("key") ?? ""} />
      <SelectInput
        any={words.anyAction}
        choices={actions}
        label={words.action}
        onChoose={(action) => setQuery({ action })}
        value={params.get("action") ?? ""}
      />
      <SelectInput
        any={words.anyAuthor}
        choices={(authors.data?.actors ?? []).map(({ id: actor, name }) => [actor, name])}
        label={words.author}
        onChoose={(actor) => setQuery({ actor })}
        value={params.get("actor") ?? ""}
      />
      <DayInput
        label={words.from}
        onChange={(since) => setQuery({ since })}
        value={params.get("since") ?? ""}
      />
      <DayInput
        label={words.to}
        onChange={(until) => setQuery({ until })}
        value={params.get("until") ?? ""}
      />
      {isFiltered && (
        <Button look="plain" onClick={() => setQuery(nothing)}>
          {words.clear}
        </Button>
      )}
    </fieldset>
  );
}

/** The key of an existing or a deleted feature. */
function FeatureInput({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactElement {
  const id = useId();
  const { id: environment } = useEnvironment();
  const list = useAnswer("GET /environments/:environment/features", { params: { environment } });
  const wanted = value.toLowerCase();
  const keys = (list.data?.features ?? [])
    .map(({ key }) => key)
    .filter((key) => key.toLowerCase().includes(wanted))
    .slice(0, suggestionsMax);
  return (
    <div className="field">
      <label htmlFor={id}>{words.feature}</label>
      <input
        autoComplete="off"
        className="input"
        id={id}
        list={`${id}-keys`}
        onChange={({ target }) => onChange(target.value)}
        placeholder={words.anyFeature}
        spellCheck={false}
        value={value}
      />
      <datalist id={`${id}-keys`}>
        {keys.map((key) => (
          <option key={key} value={key} />
        ))}
      </datalist>
    </div>
  );
}

function SelectInput({
  label,
  any,
  value,
  choices,
  onChoose,
}: {
  readonly label: string;
  readonly any: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
  readonly onChoose: (value: string) => void;
}): ReactElement {
  const id = useId();
  const isKnown = value === "" || choices.some(([each]) => each === value);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        className="input select"
        id={id}
        onChange={({ target }) => onChoose(target.value)}
        value={value}
      >
        <option value="">{any}</option>
        {!isKnown && <option value={value}>{value}</option>}
        {choices.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

function DayInput({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactElement {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        id={id}
        onChange={({ target }) => onChange(target.value)}
        type="date"
        value={value}
      />
    </div>
  );
}
