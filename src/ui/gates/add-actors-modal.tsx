import { type ReactElement, useState } from "react";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { Modal } from "../dialogs/modal.tsx";
import { Button } from "../parts/button.tsx";
import { TextArea } from "../parts/field.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { fill, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { actorsAtOnceMax, actorsIn, type PastedActors } from "./actor-ids.ts";

const words = texts.gates.actors;
const shownIdLength = 40;
/** This many lines show how the paste was read, with a heading. */
const previewed = 5;

/** Adds actors: pastes hundreds in one step. */
export function AddActorsModal({
  featureKey,
  isOpen,
  onClose,
}: {
  readonly featureKey: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactElement {
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={words.addTitle}>
      <AddActorsForm featureKey={featureKey} onClose={onClose} />
    </Modal>
  );
}

function AddActorsForm({
  featureKey,
  onClose,
}: {
  readonly featureKey: string;
  readonly onClose: () => void;
}): ReactElement {
  const { id } = useEnvironment();
  const [text, setText] = useState("");
  const [skipsFirst, setSkipsFirst] = useState(false);
  const isSheet = actorsIn(text).columns > 1;
  const pasted = actorsIn(text, isSheet && skipsFirst);
  const problem = problemIn(pasted);
  const count = pasted.ids.length;
  const change = useChange("PATCH /environments/:environment/features/:key/actors", {
    isShown: () => true,
    onDone: ({ added }, { body }) => {
      onClose();
      showDone(addedWords(added, (body.add?.length ?? 0) - added));
    },
  });
  const canAdd = count > 0 && problem === undefined;
  const add = () => {
    if (canAdd && !change.isPending) {
      change.mutate({ params: { environment: id, key: featureKey }, body: { add: pasted.ids } });
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
        error={problem ?? change.error?.message}
        hint={words.idsHint}
        label={words.ids}
        onChange={({ target }) => {
          change.reset();
          setText(target.value);
        }}
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
      {isSheet && (
        <>
          <p className="hint">{plural(words.firstColumn, pasted.columns)}</p>
          <label className="choice">
            <input
              checked={skipsFirst}
              onChange={({ target }) => setSkipsFirst(target.checked)}
              type="checkbox"
            />
            <span>{words.hasHeading}</span>
          </label>
        </>
      )}
      <footer className="modal-foot">
        <p aria-live="polite" className="gate-status">
          {count > 0 && plural(texts.gateSummary.actors, count)}
        </p>
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button disabled={!canAdd} isBusy={change.isPending} look="main" type="submit">
          {count === 0 ? words.nothing : plural(words.addCount, count)}
        </Button>
      </footer>
    </form>
  );
}

function shortened(id: string): string {
  return id.length > shownIdLength ? `${id.slice(0, shownIdLength)}…` : id;
}

/** Counts existing actors separately: pasting a list again adds nobody. */
function addedWords(added: number, known: number): string {
  return known === 0
    ? plural(words.added, added)
    : `${plural(words.added, added)} ${plural(words.knownBefore, known)}`;
}

function problemIn({ ids, tooLong }: PastedActors): string | undefined {
  if (tooLong !== null) {
    return fill(words.tooLong, { id: shortened(tooLong) });
  }
  return ids.length > actorsAtOnceMax ? words.tooMany : undefined;
}
