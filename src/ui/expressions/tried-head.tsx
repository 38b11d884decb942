import { type ReactElement, useState } from "react";
import { Modal } from "../dialogs/modal.tsx";
import { Button, IconButton } from "../parts/button.tsx";
import { TextArea, TextField } from "../parts/field.tsx";
import { evaluationsTexts } from "../texts/evaluations-texts.ts";
import { texts } from "../texts/texts.ts";
import { type TriedActor, triedMax } from "./column-actors.ts";
import { propertiesIn } from "./typed-properties.ts";

const words = texts.expressionBuilder.tried;

interface TriedProps {
  readonly actors: readonly TriedActor[];
  readonly onChange: (actors: readonly TriedActor[]) => void;
}

/** The head of the columns: the tried actors with their properties in the expression. */
export function TriedHead({
  actors,
  names,
  onChange,
}: TriedProps & {
  /** The properties of the expression. */
  readonly names: readonly string[];
}): ReactElement {
  const [edited, setEdited] = useState<number | null>(null);
  return (
    <div className="rule rule-head">
      <span className="rule-text">{words.with}</span>
      {actors.map((actor, index) => (
        <button
          className="rule-cell rule-actor"
          key={actor.id}
          onClick={() => setEdited(index)}
          title={`${actor.id}\n${actor.properties}`}
          type="button"
        >
          <span className="visually-hidden">{words.edit}</span> <code>{actor.id}</code>{" "}
          <span>{shownProperties(actor, names)}</span>
        </button>
      ))}
      <span className="rule-tool">
        {actors.length < triedMax && (
          <IconButton icon="plus" label={words.add} onClick={() => setEdited(actors.length)} />
        )}
      </span>
      <Modal
        isOpen={edited !== null}
        onClose={() => setEdited(null)}
        title={actors[edited ?? -1] === undefined ? words.addTitle : words.editTitle}
      >
        {edited !== null && (
          <TriedForm
            actor={actors[edited]}
            onDone={(next) => {
              onChange(
                next === null ? actors.toSpliced(edited, 1) : replaced(actors, edited, next),
              );
              setEdited(null);
            }}
            others={actors.filter((_, index) => index !== edited)}
          />
        )}
      </Modal>
    </div>
  );
}

function replaced(
  actors: readonly TriedActor[],
  index: number,
  actor: TriedActor,
): readonly TriedActor[] {
  return actors.toSpliced(index, 1, actor);
}

function shownProperties({ properties }: TriedActor, names: readonly string[]): string {
  const values = propertiesIn(properties).properties ?? {};
  const shown = names.flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [typeof value === "string" ? value : JSON.stringify(value)];
  });
  return shown.join(", ") || words.noProperties;
}

function TriedForm({
  actor,
  others,
  onDone,
}: {
  readonly actor: TriedActor | undefined;
  readonly others: readonly TriedActor[];
  /** Null removes the actor. */
  readonly onDone: (actor: TriedActor | null) => void;
}): ReactElement {
  const [id, setId] = useState(actor?.id ?? "");
  const [properties, setProperties] = useState(actor?.properties ?? "");
  const { problem } = propertiesIn(properties);
  const isTwice = others.some((other) => other.id === id.trim());
  const canAdd = id.trim() !== "" && problem === null && !isTwice;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (canAdd) {
          onDone({ id: id.trim(), properties });
        }
      }}
    >
      <TextField
        autoComplete="off"
        autoFocus={true}
        error={isTwice ? words.twice : undefined}
        label={words.id}
        maxLength={1_024}
        onChange={({ target }) => setId(target.value)}
        placeholder="User;42"
        spellCheck={false}
        value={id}
      />
      <TextArea
        error={problem ?? undefined}
        hint={words.propertiesHint}
        label={evaluationsTexts.tryIt.properties}
        onChange={({ target }) => setProperties(target.value)}
        placeholder={"plan = pro\nseats = 14"}
        rows={4}
        spellCheck={false}
        value={properties}
      />
      <p className="hint">{words.kept}</p>
      <footer className="modal-foot">
        {actor !== undefined && (
          <Button look="danger" onClick={() => onDone(null)}>
            {words.remove}
          </Button>
        )}
        <Button disabled={!canAdd} look="main" type="submit">
          {actor === undefined ? words.addIt : words.save}
        </Button>
      </footer>
    </form>
  );
}
