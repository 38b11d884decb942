import { type ReactElement, useState } from "react";
import type { Role } from "../../api/admin/contract/member-models.ts";
import type { GroupRule } from "../../api/admin/contract/sign-on-models.ts";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { Modal } from "../dialogs/modal.tsx";
import { Button } from "../parts/button.tsx";
import { SelectField, TextField } from "../parts/field.tsx";
import { useEnvironments } from "../paths/environment.ts";
import { fill } from "../texts/fill.ts";
import { settingsTexts } from "../texts/settings-texts.ts";
import { signOnTexts } from "../texts/sign-on-texts.ts";
import { texts } from "../texts/texts.ts";

const { rules: words } = signOnTexts;
const { members } = settingsTexts.settings;
const groupLengthMax = 255;
const everywhere = "";

interface RuleProps {
  /** Null for a new rule. */
  readonly rule: GroupRule | null;
  readonly onClose: () => void;
}

/** Adds a rule for a group, or replaces one. */
export function GroupRuleModal({
  isOpen,
  ...props
}: RuleProps & { readonly isOpen: boolean }): ReactElement {
  return (
    <Modal
      isOpen={isOpen}
      onClose={props.onClose}
      title={props.rule === null ? words.add : fill(words.editTitle, { group: props.rule.group })}
    >
      <GroupRuleForm {...props} />
    </Modal>
  );
}

const roles = ["viewer", "member", "admin", "owner"] as const;

function GroupRuleForm({ rule, onClose }: RuleProps): ReactElement {
  const { environments } = useEnvironments();
  const [group, setGroup] = useState(rule?.group ?? "");
  const [role, setRole] = useState<Role>(rule?.role ?? "viewer");
  const [where, setWhere] = useState(String(rule?.environmentId ?? everywhere));
  const save = useSaveRule(rule, onClose);
  // Owners are owners everywhere.
  const shownRoles = roles.filter((each) => where === everywhere || each !== "owner");
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const place = where === everywhere ? {} : { environment: where };
        save.mutate({ body: { group: group.trim(), role, ...place } });
      }}
    >
      <TextField
        autoComplete="off"
        autoFocus={true}
        error={save.error?.message}
        hint={words.groupHint}
        label={words.group}
        maxLength={groupLengthMax}
        onChange={({ target }) => setGroup(target.value)}
        required={true}
        spellCheck={false}
        value={group}
      />
      <SelectField
        choices={[
          { value: everywhere, label: words.everywhereChoice },
          ...environments
            .filter(({ state }) => state !== "personal")
            .map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        label={words.where}
        onChoose={(chosen) => {
          setWhere(chosen);
          setRole(chosen !== everywhere && role === "owner" ? "admin" : role);
        }}
        value={where}
      />
      <SelectField
        choices={shownRoles.map((value) => ({ value, label: members.roles[value] }))}
        hint={members.roleMeanings[role]}
        label={words.role}
        onChoose={setRole}
        value={role}
      />
      <footer className="modal-foot">
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button isBusy={save.isPending} look="main" type="submit">
          {rule === null ? texts.common.add : texts.common.save}
        </Button>
      </footer>
    </form>
  );
}

/** A rule for another group or environment is a new one, so the earlier rule is removed after it. */
function useSaveRule(earlier: GroupRule | null, onClose: () => void) {
  const remove = useChange("DELETE /group-rules/:rule");
  return useChange("POST /group-rules", {
    isShown: () => true,
    onDone: ({ rule }) => {
      if (earlier !== null && earlier.id !== rule.id) {
        remove.mutate({ params: { rule: earlier.id } });
      }
      onClose();
      showDone(words.added);
    },
  });
}
