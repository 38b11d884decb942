import { type ReactElement, useState } from "react";
import type { TrustRule } from "../../api/admin/contract/trust-models.ts";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { Modal } from "../dialogs/modal.tsx";
import { Button } from "../parts/button.tsx";
import { SelectField, TextField } from "../parts/field.tsx";
import { Segmented } from "../parts/segmented.tsx";
import { useEnvironments, useProduction } from "../paths/environment.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { tokensTexts } from "../texts/tokens-texts.ts";
import { trustTexts } from "../texts/trust-texts.ts";
import { ciFacts, ciSystems, serverUrl, systemOf } from "./ci-systems.ts";
import { ClaimFields } from "./claim-fields.tsx";

const { rules: words, form } = trustTexts;

interface RuleProps {
  /** Null for a new rule. */
  readonly rule: TrustRule | null;
  readonly onClose: () => void;
}

/** Adds a trust rule, or replaces one. */
export function TrustRuleModal({
  isOpen,
  ...props
}: RuleProps & { readonly isOpen: boolean }): ReactElement {
  const { rule } = props;
  return (
    <Modal
      description={rule === null ? words.text : words.editText}
      isOpen={isOpen}
      look="wide"
      onClose={props.onClose}
      title={rule === null ? words.add : fill(words.editTitle, { name: rule.name })}
    >
      <TrustRuleForm {...props} />
    </Modal>
  );
}

type Input = Pick<TrustRule, "name" | "issuer" | "audience" | "claims" | "access"> & {
  readonly environment: string;
};

function useInput(rule: TrustRule | null) {
  const production = useProduction();
  return useState<Input>(() =>
    rule === null
      ? {
          ...{ name: "", issuer: ciFacts.github.issuer, audience: serverUrl },
          claims: [{ name: ciFacts.github.claim, value: "" }],
          access: "read_and_write",
          environment: String(production.id),
        }
      : { ...rule, environment: String(rule.environmentId) },
  );
}

function TrustRuleForm({ rule, onClose }: RuleProps): ReactElement {
  const [input, setInput] = useInput(rule);
  const save = useSaveRule(rule, onClose);
  const change = (changes: Partial<Input>) => setInput({ ...input, ...changes });
  const { name, issuer, audience, claims, access, environment } = input;
  const errorAt = (place: string | undefined) =>
    save.error?.place === place ? save.error?.message : undefined;
  const place = save.error?.place;
  const isElsewhere = place !== "name" && place !== "issuer" && place !== "claims";
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ body: { name, issuer, audience, claims, access, environment } });
      }}
    >
      <div>
        <Segmented
          choices={ciSystems.map((value) => ({ value, label: form.systems[value] }))}
          label={form.system}
          onChoose={(system) =>
            change({
              issuer: ciFacts[system].issuer,
              claims: [{ name: ciFacts[system].claim, value: "" }],
            })
          }
          value={systemOf(input)}
        />
      </div>
      <TextField
        autoComplete="off"
        autoFocus={true}
        error={errorAt("name")}
        hint={form.nameHint}
        label={form.name}
        maxLength={255}
        onChange={({ target }) => change({ name: target.value })}
        required={true}
        value={name}
      />
      <TextField
        autoComplete="off"
        error={errorAt("issuer")}
        hint={form.issuerHint}
        label={form.issuer}
        onChange={({ target }) => change({ issuer: target.value })}
        required={true}
        type="url"
        value={issuer}
      />
      <TextField
        autoComplete="off"
        hint={form.audienceHint}
        label={form.audience}
        maxLength={255}
        onChange={({ target }) => change({ audience: target.value })}
        required={true}
        spellCheck={false}
        value={audience}
      />
      <ClaimFields
        claims={claims}
        error={errorAt("claims")}
        onChange={(changed) => change({ claims: changed })}
      />
      <PlaceFields access={access} environment={environment} onChange={change} />
      {save.error !== null && isElsewhere && (
        <p className="field-error" role="alert">
          {save.error.message}
        </p>
      )}
      <footer className="modal-foot">
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button isBusy={save.isPending} look="main" type="submit">
          {rule === null ? texts.common.add : texts.common.save}
        </Button>
      </footer>
    </form>
  );
}

const accesses = (["read_only", "read_and_write", "evaluate"] as const).map((value) => ({
  value,
  label: tokensTexts.tokens.accesses[value],
}));

function PlaceFields({
  environment,
  access,
  onChange,
}: Pick<Input, "environment" | "access"> & {
  readonly onChange: (changes: Partial<Input>) => void;
}): ReactElement {
  const { environments } = useEnvironments();
  return (
    <div className="field-pair">
      <SelectField
        choices={environments.map(({ id, name }) => ({ value: String(id), label: name }))}
        label={form.environment}
        onChoose={(chosen) => onChange({ environment: chosen })}
        value={environment}
      />
      <SelectField
        choices={accesses}
        label={form.access}
        onChoose={(chosen) => onChange({ access: chosen })}
        value={access}
      />
    </div>
  );
}

/** A rule cannot be changed, so another one takes its place. */
function useSaveRule(earlier: TrustRule | null, onClose: () => void) {
  const remove = useChange("DELETE /trust-rules/:rule");
  return useChange("POST /trust-rules", {
    isShown: () => true,
    onDone: ({ rule }) => {
      if (earlier !== null) {
        remove.mutate({ params: { rule: earlier.id } });
      }
      onClose();
      showDone(fill(words.saved, { name: rule.name }));
    },
  });
}
