import { type ReactElement, useMemo } from "react";
import { SelectField, TextField } from "../parts/field.tsx";
import { Icon } from "../parts/icon.tsx";
import { Segmented } from "../parts/segmented.tsx";
import { rolloutsTexts } from "../texts/rollouts-texts.ts";
import { type Preview, startWords } from "./preview-words.ts";
import type { TypedStart } from "./typed-plan.ts";

const { plan: words } = rolloutsTexts;

/** When a rollout or a change begins: at once, or at a local time of a zone. */
export function PlanStart({
  start,
  nowLabel,
  preview,
  onChange,
}: {
  readonly start: TypedStart;
  readonly nowLabel: string;
  readonly preview: Preview | undefined;
  readonly onChange: (start: TypedStart) => void;
}): ReactElement {
  const { kind, time, zone } = start;
  const note = preview?.start?.note ?? null;
  return (
    <div className="stack">
      <div>
        <Segmented
          choices={[
            { value: "now", label: nowLabel },
            { value: "at", label: words.at },
          ]}
          label={words.start}
          onChoose={(chosen) => onChange({ ...start, kind: chosen })}
          value={kind}
        />
      </div>
      {kind === "at" && (
        <div className="plan-time">
          <TextField
            label={words.time}
            onChange={({ target }) => onChange({ ...start, time: target.value })}
            type="datetime-local"
            value={time}
          />
          <Zone onChoose={(chosen) => onChange({ ...start, zone: chosen })} zone={zone} />
        </div>
      )}
      {kind === "at" && preview?.start != null && (
        <p className={note === null ? "hint" : "note note-warning"} role="status">
          {note !== null && <Icon name="warning" />}
          {startWords(preview)}
        </p>
      )}
    </div>
  );
}

function Zone({
  zone,
  onChoose,
}: {
  readonly zone: string;
  readonly onChoose: (zone: string) => void;
}): ReactElement {
  const zones = useMemo(
    () => [...new Set([zone, "UTC", ...Intl.supportedValuesOf("timeZone")])],
    [zone],
  );
  return (
    <SelectField
      choices={zones.map((each) => ({ value: each, label: each.replaceAll("_", " ") }))}
      label={words.zone}
      onChoose={onChoose}
      value={zone}
    />
  );
}
