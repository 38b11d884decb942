import { type ReactElement, useState } from "react";
import type { View } from "../../api/admin/contract/view-models.ts";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { Modal } from "../dialogs/modal.tsx";
import { Button } from "../parts/button.tsx";
import { TextField } from "../parts/field.tsx";
import { Switch } from "../parts/switch.tsx";
import { useSession } from "../session/session.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

const { views: words } = texts.features;
const nameLengthMax = 60;

interface SaveViewProps {
  /** The view that gets another name; undefined for a new one. */
  readonly renamed?: View | undefined;
  /** The query of a new view. */
  readonly query: string;
  readonly onClose: () => void;
  readonly onSaved: (id: string) => void;
}

/** Asks for the name of a view. */
export function SaveViewModal({
  isOpen,
  ...form
}: SaveViewProps & { readonly isOpen: boolean }): ReactElement {
  return (
    <Modal
      isOpen={isOpen}
      onClose={form.onClose}
      title={form.renamed === undefined ? words.saveTitle : words.renameTitle}
    >
      <SaveViewForm {...form} />
    </Modal>
  );
}

function SaveViewForm({ renamed, query, onClose, onSaved }: SaveViewProps): ReactElement {
  const { mode } = useSession();
  const [name, setName] = useState(renamed?.name ?? "");
  const [isShared, setShared] = useState(mode !== "hosted");
  const done = { isShown: () => true, onDone: ({ view }: { readonly view: View }) => finish(view) };
  const finish = (view: View) => {
    onClose();
    onSaved(view.id);
    showDone(fill(words.saved, { name: view.name }));
  };
  const create = useChange("POST /views", done);
  const rename = useChange("PATCH /views/:view", done);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (renamed === undefined) {
          create.mutate({ body: { name: name.trim(), query, isShared } });
        } else {
          rename.mutate({ params: { view: renamed.id }, body: { name: name.trim() } });
        }
      }}
    >
      <TextField
        autoComplete="off"
        autoFocus={true}
        error={create.error?.message ?? rename.error?.message}
        label={words.name}
        maxLength={nameLengthMax}
        onChange={({ target }) => setName(target.value)}
        required={true}
        value={name}
      />
      {renamed === undefined && mode === "hosted" && (
        <Switch isOn={isShared} label={words.isShared} onChange={setShared} />
      )}
      <footer className="modal-foot">
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button isBusy={create.isPending || rename.isPending} look="main" type="submit">
          {texts.common.save}
        </Button>
      </footer>
    </form>
  );
}
