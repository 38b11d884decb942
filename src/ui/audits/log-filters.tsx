import { type ReactElement, useState } from "react";
import { Icon } from "../parts/icon.tsx";
import { Segmented } from "../parts/segmented.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { auditsTexts } from "../texts/audits-texts.ts";
import { presetIn } from "./audit-dates.ts";

const { audits: words } = auditsTexts;

/** Days by the reader's clock: a preset, or dates. */
export function DayFilter(): ReactElement {
  const [params, setQuery] = useQueryState();
  const since = params.get("since") ?? "";
  const until = params.get("until") ?? "";
  const preset = presetIn(params);
  const [asksDates, setAsksDates] = useState(since !== "" || until !== "");
  const isDates = preset === null && (asksDates || since !== "" || until !== "");
  const value = isDates ? "dates" : (preset ?? "any");
  return (
    <>
      <Segmented
        choices={[
          { value: "today", label: words.today },
          { value: "yesterday", label: words.yesterday },
          { value: "week", label: words.week },
          { value: "dates", label: words.dates },
        ]}
        label={words.days}
        onChoose={(chosen) => {
          const isSame = chosen === value;
          setAsksDates(chosen === "dates" && !isSame);
          setQuery({
            when: chosen === "dates" || isSame ? null : chosen,
            since: null,
            until: null,
          });
        }}
        value={value}
      />
      {isDates && (
        <>
          <DayInput label={words.from} onChange={(day) => setQuery({ since: day })} value={since} />
          <DayInput label={words.to} onChange={(day) => setQuery({ until: day })} value={until} />
        </>
      )}
    </>
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
  return (
    <label className="filter-control">
      {label}
      <input onChange={({ target }) => onChange(target.value)} type="date" value={value} />
    </label>
  );
}

export type FilterChoice = readonly [value: string, label: string];

export function SelectFilter({
  label,
  any,
  value,
  choices,
  onChoose,
}: {
  readonly label: string;
  readonly any: string;
  readonly value: string;
  readonly choices: readonly FilterChoice[];
  readonly onChoose: (value: string) => void;
}): ReactElement {
  const isKnown = value === "" || choices.some(([each]) => each === value);
  return (
    <label className="filter-control">
      {label}
      <select aria-label={label} onChange={({ target }) => onChoose(target.value)} value={value}>
        <option value="">{any}</option>
        {!isKnown && <option value={value}>{value}</option>}
        {choices.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </label>
  );
}
