import { type ReactElement, useDeferredValue, useState } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import type { SetEdit } from "../drafts/feature-draft.ts";
import type { DraftOfFeature } from "../drafts/use-feature-draft.ts";
import { actorsAtOnceMax } from "../gates/actor-ids.ts";
import { Button, IconButton } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { useFocusAfter } from "../parts/page-heading.ts";
import { useMay } from "../session/session.ts";
import { fill, plural } from "../texts/fill.ts";
import { gatesTexts } from "../texts/gates-texts.ts";
import { ActorList, actorsNote } from "./actor-list.tsx";
import { AddActorsModal } from "./add-actors-modal.tsx";
import { useActorPages } from "./use-actor-pages.ts";

const words = gatesTexts.gates.actors;
/** A shorter list needs no filter. */
const filterFrom = 8;
const shownEdits = 12;
const nothing: SetEdit = { added: [], removed: [] };

/** The editor of the actors: the saved ones, and those that the draft adds and removes. */
export function ActorsEditor({
  feature,
  draft,
}: {
  readonly feature: FeatureAnswer;
  readonly draft: DraftOfFeature;
}): ReactElement {
  const mayChange = useMay("member");
  const [isAdding, setAdding] = useState(false);
  const edit = draft.edits.actors ?? nothing;
  const set = (next: SetEdit) => draft.set("actors", next);
  return (
    <>
      <EditedActors edit={edit} onChange={set} />
      {feature.gates.actorCount > 0 ? (
        <SavedActors
          edit={edit}
          feature={feature}
          onRemove={(ids) => set(withRemoved(edit, ids))}
        />
      ) : (
        <p className="faint">{words.none}</p>
      )}
      {mayChange && (
        <p>
          <Button icon="plus" onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        </p>
      )}
      <AddActorsModal
        isOpen={isAdding}
        inDraft={edit.added}
        onAdd={(ids) => set(withAdded(edit, ids))}
        onClose={() => setAdding(false)}
      />
    </>
  );
}

/** Existing actors are added too: the review shows how many of the ids existed. */
function withAdded({ added, removed }: SetEdit, ids: readonly string[]): SetEdit {
  const wanted = new Set(ids);
  const marked = new Set(removed);
  return {
    added: [...new Set([...added, ...ids.filter((id) => !marked.has(id))])],
    removed: removed.filter((id) => !wanted.has(id)),
  };
}

function withRemoved({ added, removed }: SetEdit, ids: readonly string[]): SetEdit {
  return { added, removed: [...new Set([...removed, ...ids])].slice(0, actorsAtOnceMax) };
}

function EditedActors({
  edit,
  onChange,
}: {
  readonly edit: SetEdit;
  readonly onChange: (edit: SetEdit) => void;
}): ReactElement | null {
  if (edit.added.length + edit.removed.length === 0) {
    return null;
  }
  return (
    <div className="edited-actors">
      <EditedList
        ids={edit.added}
        label={plural(words.toAdd, edit.added.length)}
        onRevert={(id) => onChange({ ...edit, added: edit.added.filter((each) => each !== id) })}
      />
      <EditedList
        ids={edit.removed}
        label={plural(words.toRemove, edit.removed.length)}
        onRevert={(id) =>
          onChange({ ...edit, removed: edit.removed.filter((each) => each !== id) })
        }
      />
    </div>
  );
}

function EditedList({
  label,
  ids,
  onRevert,
}: {
  readonly label: string;
  readonly ids: readonly string[];
  readonly onRevert: (id: string) => void;
}): ReactElement | null {
  if (ids.length === 0) {
    return null;
  }
  const hidden = ids.length - shownEdits;
  return (
    <div className="edited-list">
      <span>{label}</span>
      <ul aria-label={label}>
        {ids.slice(0, shownEdits).map((id) => (
          <EditedActor id={id} key={id} onRevert={() => onRevert(id)} />
        ))}
      </ul>
      {hidden > 0 && <span className="faint">{plural(gatesTexts.gates.others, hidden)}</span>}
    </div>
  );
}

function EditedActor({
  id,
  onRevert,
}: {
  readonly id: string;
  readonly onRevert: () => void;
}): ReactElement {
  const part = useFocusAfter<HTMLLIElement>();
  return (
    <li className="chip" ref={part}>
      <code title={id}>{id}</code>
      <IconButton icon="close" label={fill(words.revert, { id })} onClick={onRevert} />
    </li>
  );
}

const none: ReadonlySet<string> = new Set();

function SavedActors({
  feature,
  edit,
  onRemove,
}: {
  readonly feature: FeatureAnswer;
  readonly edit: SetEdit;
  readonly onRemove: (ids: readonly string[]) => void;
}): ReactElement {
  const mayChange = useMay("member");
  const [text, setText] = useState("");
  const [selected, setSelected] = useState(none);
  const pages = useActorPages(feature, useDeferredValue(text));
  const removed = new Set(edit.removed);
  const actors = pages.actors.filter((id) => !removed.has(id));
  const loaded = actors.slice(0, actorsAtOnceMax);
  return (
    <>
      {feature.gates.actorCount > filterFrom && (
        <label className="search actors-filter">
          <Icon name="search" />
          <input
            aria-label={words.filter}
            onChange={({ target }) => setText(target.value)}
            placeholder={words.filter}
            spellCheck={false}
            type="search"
            value={text}
          />
        </label>
      )}
      <ActorList
        canSelect={mayChange}
        onSelect={setSelected}
        pages={{ ...pages, actors }}
        selected={selected}
      />
      <div className="actors-foot">
        <p aria-live="polite" className="hint">
          {selected.size > 0
            ? plural(words.selected, selected.size)
            : actorsNote(pages, text !== "")}
        </p>
        {selected.size === 0
          ? mayChange &&
            loaded.length > 1 && (
              <Button look="plain" onClick={() => setSelected(new Set(loaded))}>
                {words.selectShown}
              </Button>
            )
          : mayChange && (
              <SelectionActions
                count={selected.size}
                onClear={() => setSelected(none)}
                onRemove={() => {
                  onRemove([...selected]);
                  setSelected(none);
                }}
              />
            )}
      </div>
    </>
  );
}

function SelectionActions({
  count,
  onClear,
  onRemove,
}: {
  readonly count: number;
  readonly onClear: () => void;
  readonly onRemove: () => void;
}): ReactElement {
  const part = useFocusAfter<HTMLSpanElement>();
  return (
    <span className="selection-actions" ref={part}>
      <Button look="plain" onClick={onClear}>
        {words.clearSelection}
      </Button>
      <Button look="danger" onClick={onRemove}>
        {plural(words.removeCount, count)}
      </Button>
    </span>
  );
}
