import type { ReactElement } from "react";
import type { InputOf } from "../api/call.ts";
import { ApprovalStyles } from "../approvals/approval-styles.tsx";
import { TextField } from "../parts/field.tsx";
import { Segmented } from "../parts/segmented.tsx";
import { localTime } from "../past/time-words.ts";
import { approvalTexts } from "../texts/approval-texts.ts";

const { when: words } = approvalTexts;

type ApplyTime = NonNullable<InputOf<"POST /environments/:environment/requests">["body"]["apply"]>;

/** When a request is applied, as chosen and typed. */
export interface TypedWhen {
  readonly kind: ApplyTime["kind"];
  /** The value of a field of the type datetime-local. */
  readonly time: string;
}

const dayMs = 86_400_000;

export function typedWhen(apply: ApplyTime = { kind: "approved" }): TypedWhen {
  const time = apply.kind === "at" ? apply.at : Date.now() + dayMs;
  return { kind: apply.kind, time: localTime(time) };
}

/** Null for a time that is not in the future. */
export function applyOf({ kind, time }: TypedWhen): ApplyTime | null {
  if (kind !== "at") {
    return { kind };
  }
  const at = Date.parse(time);
  return Number.isNaN(at) || at <= Date.now() ? null : { kind, at };
}

const kinds = ["approved", "author", "at"] as const;

export function RequestWhen({
  when,
  onChange,
}: {
  readonly when: TypedWhen;
  readonly onChange: (when: TypedWhen) => void;
}): ReactElement {
  return (
    <div className="field request-when">
      <ApprovalStyles />
      <span aria-hidden="true" className="field-label">
        {words.label}
      </span>
      <Segmented
        choices={kinds.map((kind) => ({ value: kind, label: words[kind] }))}
        label={words.label}
        onChoose={(kind) => onChange({ ...when, kind })}
        value={when.kind}
      />
      <p className="hint">{words.hints[when.kind]}</p>
      {when.kind === "at" && (
        <TextField
          error={applyOf(when) === null ? words.timePast : undefined}
          label={words.time}
          min={localTime(Date.now())}
          onChange={({ target }) => onChange({ ...when, time: target.value })}
          type="datetime-local"
          value={when.time}
        />
      )}
    </div>
  );
}
