import { type ReactElement, type ReactNode, useId } from "react";
import { Button } from "../parts/button.tsx";
import { Checkbox } from "../parts/checkbox.tsx";
import { SelectField, TextField } from "../parts/field.tsx";
import { useMembers } from "../session/use-members.ts";
import { fill } from "../texts/fill.ts";
import { policyTexts } from "../texts/policy-texts.ts";
import { useTokens } from "../tokens/use-tokens.ts";
import { rolesFrom } from "./policy-roles.ts";
import { lowestRole, type RuleOfPolicy } from "./rule-words.ts";
import { usePersonalTokens } from "./use-personal-tokens.ts";

const { policy: words } = policyTexts;
const approvalsMax = 10;
const choices = ["owner", "admin", "member", "viewer", "none"] as const;

/** How many approvals a rule needs, and whose. */
export function PolicyRuleFields({
  environment,
  rule,
  number,
  onChange,
  onRemove,
}: {
  readonly environment: number;
  readonly rule: RuleOfPolicy;
  readonly number: number;
  readonly onChange: (rule: RuleOfPolicy) => void;
  readonly onRemove: (() => void) | undefined;
}): ReactElement {
  const members = useMembers().data?.flatMap((page) => page.members) ?? [];
  const tokens = useTokens(environment).data?.flatMap((page) => page.tokens) ?? [];
  const writers = tokens.filter(
    ({ id, access }) => access === "read_and_write" || rule.tokens.includes(id),
  );
  const personal = usePersonalTokens(environment).map(({ id, name, member }) => ({
    ...{ id, name },
    note: member !== null && <span className="faint">{fill(words.personal, { member })}</span>,
  }));
  return (
    <fieldset className="policy-rule">
      <legend>{fill(words.rule, { number })}</legend>
      <div className="policy-rule-head">
        <TextField
          inputMode="numeric"
          label={words.count}
          max={approvalsMax}
          min={1}
          onChange={({ target }) => onChange({ ...rule, count: target.valueAsNumber })}
          type="number"
          value={Number.isNaN(rule.count) ? "" : rule.count}
        />
        <SelectField
          choices={choices.map((role) => ({ value: role, label: words.fromRoles[role] }))}
          label={words.from}
          onChoose={(role) => onChange({ ...rule, roles: rolesFrom(role) })}
          value={lowestRole(rule.roles) ?? "none"}
        />
      </div>
      <Choices
        chosen={rule.members}
        items={members.map(({ id, name }) => ({ id, name }))}
        label={words.members}
        onChange={(ids) => onChange({ ...rule, members: ids })}
      />
      {writers.length + personal.length > 0 && (
        <Choices<number | string>
          chosen={rule.tokens}
          items={[...writers.map(({ id, name }) => ({ id, name })), ...personal]}
          label={words.tokens}
          onChange={(ids) => onChange({ ...rule, tokens: ids })}
        />
      )}
      {onRemove !== undefined && (
        <div>
          <Button icon="trash" isSmall={true} onClick={onRemove}>
            {fill(words.removeRule, { number })}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** Checkboxes; ids that are not among the items stay chosen. */
export function Choices<Id extends number | string>({
  label,
  items,
  chosen,
  hint,
  onChange,
}: {
  readonly label: string;
  readonly items: readonly {
    readonly id: Id;
    readonly name: string;
    readonly note?: ReactNode;
  }[];
  readonly chosen: readonly Id[];
  readonly hint?: string;
  readonly onChange: (chosen: Id[]) => void;
}): ReactElement {
  const id = useId();
  return (
    <div aria-labelledby={id} className="field" role="group">
      <span className="field-label" id={id}>
        {label}
      </span>
      <ul className="policy-choices">
        {items.map((item) => (
          <li className="policy-choice" key={item.id}>
            <Checkbox
              isChecked={chosen.includes(item.id)}
              label={item.name}
              onChange={(isChecked) =>
                onChange(
                  isChecked ? [...chosen, item.id] : chosen.filter((each) => each !== item.id),
                )
              }
            />
            <span aria-hidden="true">{item.name}</span>
            {item.note}
          </li>
        ))}
      </ul>
      {hint !== undefined && <p className="hint">{hint}</p>}
    </div>
  );
}
