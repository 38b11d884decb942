import { type ReactElement, useState } from "react";
import type { Role, SignInLink } from "../../api/admin/contract/member-models.ts";
import { useChange } from "../api/use-answer.ts";
import { Modal } from "../dialogs/modal.tsx";
import { Button } from "../parts/button.tsx";
import { SelectField, TextField } from "../parts/field.tsx";
import { settingsTexts } from "../texts/settings-texts.ts";
import { texts } from "../texts/texts.ts";

const { members: words } = settingsTexts.settings;

interface NewMemberModalProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onAdded: (email: string, link: SignInLink) => void;
}

export function NewMemberModal(props: NewMemberModalProps): ReactElement {
  return (
    <Modal isOpen={props.isOpen} onClose={props.onClose} title={words.add}>
      <NewMemberForm {...props} />
    </Modal>
  );
}

const roleChoices = (["viewer", "member", "admin", "owner"] as const).map((value) => ({
  value,
  label: words.roles[value],
}));

function NewMemberForm({ onClose, onAdded }: NewMemberModalProps): ReactElement {
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("member");
  const add = useChange("POST /members", {
    isShown: () => true,
    // The page only adds new members, and they get a link.
    onDone: ({ member, link }) => link !== null && onAdded(member.email, link),
  });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate({ body: { email, role, ...(name === "" ? {} : { name }) } });
      }}
    >
      <TextField
        autoFocus={true}
        error={add.error?.message}
        label={texts.session.email}
        onChange={({ target }) => setEmail(target.value)}
        required={true}
        type="email"
        value={email}
      />
      <TextField
        label={texts.session.name}
        onChange={({ target }) => setName(target.value)}
        value={name}
      />
      <SelectField
        choices={roleChoices}
        hint={words.roleMeanings[role]}
        label={words.role}
        onChoose={setRole}
        value={role}
      />
      <footer className="modal-foot">
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button isBusy={add.isPending} look="main" type="submit">
          {texts.common.add}
        </Button>
      </footer>
    </form>
  );
}
