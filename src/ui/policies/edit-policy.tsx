import { type ReactElement, useState } from "react";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import type { RulesOfPolicy } from "../approvals/use-policy.ts";
import { Modal } from "../dialogs/modal.tsx";
import { Button } from "../parts/button.tsx";
import { SelectField, TextArea, TextField } from "../parts/field.tsx";
import { Switch } from "../parts/switch.tsx";
import { fill } from "../texts/fill.ts";
import { policyTexts } from "../texts/policy-texts.ts";
import { texts } from "../texts/texts.ts";
import { DirectTokens } from "./direct-tokens.tsx";
import { rolesFrom } from "./policy-roles.ts";
import { PolicyRuleFields } from "./policy-rule-fields.tsx";
import { lowestRole, type RuleOfPolicy } from "./rule-words.ts";

const { policy: words } = policyTexts;
const rulesMax = 5;
const expiresDaysMax = 365;
/** Viewers change nothing, so they cannot bypass either. */
const bypassRoles = ["none", "owner", "admin", "member"] as const;

interface EditProps {
  readonly environment: EnvironmentRow;
  readonly rules: RulesOfPolicy | null;
  readonly onClose: () => void;
}

export function EditPolicy({
  isOpen,
  ...rest
}: EditProps & { readonly isOpen: boolean }): ReactElement {
  return (
    <Modal
      description={words.editText}
      isOpen={isOpen}
      look="wide"
      onClose={rest.onClose}
      title={fill(words.editTitle, { environment: rest.environment.name })}
    >
      <PolicyForm {...rest} />
    </Modal>
  );
}

const newRule: RuleOfPolicy = { count: 1, roles: ["admin", "owner"], members: [], tokens: [] };

const newPolicy: RulesOfPolicy = {
  rules: [newRule],
  expiresDays: 14,
  directTokens: [],
  bypass: { roles: ["owner"] },
  turnOff: true,
  reason: "bypass",
  selfApproval: false,
};

function PolicyForm({ environment, rules: saved, onClose }: EditProps): ReactElement {
  const [policy, setPolicy] = useState<RulesOfPolicy>(saved ?? newPolicy);
  const [reason, setReason] = useState("");
  const change = (changes: Partial<RulesOfPolicy>) => setPolicy({ ...policy, ...changes });
  const save = useChange("PUT /environments/:environment/policy", {
    isShown: () => true,
    onDone: (answer) =>
      showDone(
        answer.policy === null
          ? fill(words.removed, { environment: environment.name })
          : words.saved,
      ),
  });
  const send = (sent: RulesOfPolicy | null) =>
    save.mutate(
      {
        params: { environment: environment.id },
        body: { policy: sent, ...(reason.trim() === "" ? {} : { reason }) },
      },
      { onSuccess: onClose },
    );
  const { rules, expiresDays } = policy;
  const isComplete =
    Number.isInteger(expiresDays) &&
    expiresDays >= 1 &&
    expiresDays <= expiresDaysMax &&
    rules.every(
      ({ count, roles, members, tokens }) =>
        Number.isInteger(count) && count >= 1 && roles.length + members.length + tokens.length > 0,
    );
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) {
          send(policy);
        }
      }}
    >
      <PolicyFields environment={environment.id} onChange={change} policy={policy} />
      <TextArea
        label={words.why}
        onChange={({ target }) => setReason(target.value)}
        rows={2}
        value={reason}
      />
      {save.error !== null && (
        <p className="field-error" role="alert">
          {save.error.message}
        </p>
      )}
      <footer className="modal-foot">
        {saved !== null && (
          <Button look="quiet-danger" onClick={() => send(null)}>
            {words.remove}
          </Button>
        )}
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button disabled={!isComplete} isBusy={save.isPending} look="main" type="submit">
          {words.save}
        </Button>
      </footer>
    </form>
  );
}

interface FieldsProps {
  readonly environment: number;
  readonly policy: RulesOfPolicy;
  readonly onChange: (changes: Partial<RulesOfPolicy>) => void;
}

function PolicyFields({ environment, policy, onChange }: FieldsProps): ReactElement {
  const { rules } = policy;
  return (
    <>
      {rules.map((rule, index) => (
        <PolicyRuleFields
          environment={environment}
          key={index}
          number={index + 1}
          onChange={(next) => onChange({ rules: rules.with(index, next) })}
          onRemove={
            rules.length > 1
              ? () => onChange({ rules: rules.filter((_, at) => at !== index) })
              : undefined
          }
          rule={rule}
        />
      ))}
      <div>
        <Button
          disabled={rules.length >= rulesMax}
          icon="plus"
          isSmall={true}
          onClick={() => onChange({ rules: [...rules, newRule] })}
        >
          {words.addRule}
        </Button>
        <p className="hint">{words.rulesHint}</p>
      </div>
      <DirectTokens
        environment={environment}
        onChange={(directTokens) => onChange({ directTokens })}
        tokens={policy.directTokens}
      />
      <PolicyOptions onChange={onChange} policy={policy} />
    </>
  );
}

function PolicyOptions({ policy, onChange }: Omit<FieldsProps, "environment">): ReactElement {
  const bypass = lowestRole(policy.bypass.roles) ?? "none";
  const { expiresDays } = policy;
  return (
    <>
      <SelectField
        choices={bypassRoles.map((role) => ({ value: role, label: words.bypassChoices[role] }))}
        label={words.bypassRoles}
        onChoose={(role) => onChange({ bypass: { roles: rolesFrom(role) } })}
        value={bypass === "viewer" ? "member" : bypass}
      />
      <Switch
        isOn={policy.turnOff}
        label={words.turnOffLabel}
        onChange={(turnOff) => onChange({ turnOff })}
      />
      <Switch
        isOn={policy.selfApproval}
        label={words.selfLabel}
        onChange={(selfApproval) => onChange({ selfApproval })}
      />
      <Switch
        isOn={policy.reason === "always"}
        label={words.reasonLabel}
        onChange={(isOn) => onChange({ reason: isOn ? "always" : "bypass" })}
      />
      <TextField
        inputMode="numeric"
        label={words.expiresDays}
        max={expiresDaysMax}
        min={1}
        onChange={({ target }) => onChange({ expiresDays: target.valueAsNumber })}
        type="number"
        value={Number.isNaN(expiresDays) ? "" : expiresDays}
      />
    </>
  );
}
