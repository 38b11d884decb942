import type { ReactElement } from "react";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import type { RulesOfPolicy } from "../approvals/use-policy.ts";
import { TextField } from "../parts/field.tsx";
import { Icon } from "../parts/icon.tsx";
import { approvalTexts } from "../texts/approval-texts.ts";
import { fill } from "../texts/fill.ts";
import { RequestWhen, type TypedWhen } from "./request-when.tsx";
import { rulesWords } from "./rule-words.ts";
import { useNames } from "./use-names.ts";

const { approval: words } = approvalTexts;
/** In UTF-16 units, as fields count. */
export const titleLengthMax = 200;

/** What a draft is asked with, in addition to the reason. */
export interface AskInput {
  readonly title: string;
  readonly when: TypedWhen;
}

/** The title of a request, when it is applied, and who must approve. */
export function AskFields({
  input,
  onChange,
}: {
  readonly input: AskInput;
  readonly onChange: (input: AskInput) => void;
}): ReactElement {
  return (
    <>
      <TextField
        autoComplete="off"
        label={words.requestTitle}
        maxLength={titleLengthMax}
        onChange={({ target }) => onChange({ ...input, title: target.value })}
        value={input.title}
      />
      <RequestWhen onChange={(when) => onChange({ ...input, when })} when={input.when} />
    </>
  );
}

export function NeededApprovals({
  environment: { id, name },
  rules,
}: {
  readonly environment: EnvironmentRow;
  readonly rules: RulesOfPolicy;
}): ReactElement {
  const names = useNames(id);
  return (
    <p className="note">
      <Icon name="shield" />
      <span>
        {fill(words.needs, { environment: name, rules: rulesWords(rules.rules, names) })}{" "}
        {!rules.selfApproval && words.notYou} {words.holds}
      </span>
    </p>
  );
}
