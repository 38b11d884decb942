import { type ReactElement, useState } from "react";
import { Modal } from "../dialogs/modal.tsx";
import { actorsAtOnceMax, actorsIn, type PastedActors } from "../gates/actor-ids.ts";
import { Button } from "../parts/button.tsx";
import { TextArea } from "../parts/field.tsx";
import { fill, plural } from "../texts/fill.ts";
import { gatesTexts } from "../texts/gates-texts.ts";
import { texts } from "../texts/texts.ts";

const words = gatesTexts.gates.actors;
const shownIdLength = 40;
/** This many lines show how the paste was read, with a heading. */
const previewed = 5;

/** Adds actors to the draft: pastes hundreds in one step. */
export function AddActorsModal({
  isOpen,
  ...rest
}: AddActorsProps & { readonly isOpen: boolean }): ReactElement {
  return (
    <Modal isOpen={isOpen} onClose={rest.onClose} title={words.addTitle}>
      <AddActorsForm {...rest} />
    </Modal>
  );
}

interface AddActorsProps {
  /** The ids that the draft adds already. */
  readonly inDraft: readonly string[];
  readonly onAdd: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

function AddActorsForm({ inDraft, onAdd, onClose }: AddActorsProps): ReactElement {
  const [text, setText] = useState("");
  const [skipsFirst, setSkipsFirst] = useState(false);
  const { columns, hasRows } = actorsIn(text);
  const pasted = actorsIn(text, hasRows && skipsFirst);
  const problem = problemIn(pasted, inDraft);
  const count = pasted.ids.length;
  const canAdd = count > 0 && problem === undefined;
  const add = () => {
    if (canAdd) {
      onAdd(pasted.ids);
      onClose();
    }
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <TextArea
        autoFocus={true}
        error={problem}
        hint={words.idsHint}
        label={words.ids}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            add();
          }
        }}
        placeholder="User;1042"
        rows={6}
        spellCheck={false}
        value={text}
      />
      {count > 1 && (
        <p className="hint actors-preview">
          {fill(words.preview, { ids: pasted.ids.slice(0, previewed).map(shortened).join(" · ") })}
          {count > previewed && " …"}
        </p>
      )}
      {columns > 1 && <p className="hint">{plural(words.firstColumn, columns)}</p>}
      {hasRows && (
        <label className="choice">
          <input
            checked={skipsFirst}
            onChange={({ target }) => setSkipsFirst(target.checked)}
            type="checkbox"
          />
          <span>{words.hasHeading}</span>
        </label>
      )}
      <footer className="modal-foot">
        <p aria-live="polite" className="gate-status">
          {count > 0 && plural(texts.gateSummary.actors, count)}
        </p>
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button disabled={!canAdd} look="main" type="submit">
          {count === 0 ? words.nothing : plural(words.addCount, count)}
        </Button>
      </footer>
    </form>
  );
}

function shortened(id: string): string {
  return id.length > shownIdLength ? `${id.slice(0, shownIdLength)}…` : id;
}

function problemIn({ ids, tooLong }: PastedActors, inDraft: readonly string[]): string | undefined {
  if (tooLong !== null) {
    return fill(words.tooLong, { id: shortened(tooLong) });
  }
  const isTooMany =
    ids.length + inDraft.length > actorsAtOnceMax &&
    new Set([...inDraft, ...ids]).size > actorsAtOnceMax;
  return isTooMany ? words.tooMany : undefined;
}
