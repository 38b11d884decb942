import { type ReactElement, useState } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import type { SetEdit } from "../drafts/feature-draft.ts";
import type { DraftOfFeature } from "../drafts/use-feature-draft.ts";
import { Button } from "../parts/button.tsx";
import { TextField } from "../parts/field.tsx";
import { Icon } from "../parts/icon.tsx";
import { useMay } from "../session/session.ts";
import { fill } from "../texts/fill.ts";
import { gatesTexts } from "../texts/gates-texts.ts";

const words = gatesTexts.gates.groups;
const nameLengthMax = 255;

/** The editor of the groups: known ones are choices, others only where the server accepts them. */
export function GroupsEditor({
  feature,
  draft,
}: {
  readonly feature: FeatureAnswer;
  readonly draft: DraftOfFeature;
}): ReactElement {
  const mayChange = useMay("member");
  const { groups: saved, knownGroups, allowsUnknownGroups } = feature;
  const edit = draft.edits.groups ?? { added: [], removed: [] };
  const chosen = new Set(membersAfter(saved, edit));
  const known = new Set(knownGroups);
  if (!mayChange) {
    return <p>{saved.length === 0 ? gatesTexts.gates.empty : saved.join(", ")}</p>;
  }
  const names = [...new Set([...knownGroups, ...saved, ...edit.added])].sort();
  const toggle = (name: string) =>
    draft.set("groups", toggled(edit, name, saved.includes(name), !chosen.has(name)));
  return (
    <>
      {names.length === 0 ? (
        <p className="faint">{allowsUnknownGroups ? words.none : words.noneKnown}</p>
      ) : (
        <ul aria-label={words.known} className="groups">
          {names.map((name) => (
            <li key={name}>
              <button
                aria-pressed={chosen.has(name)}
                className="chip group-chip"
                onClick={() => toggle(name)}
                title={name}
                type="button"
              >
                {chosen.has(name) && <Icon name="check" />}
                <span className="group-name">{name}</span>
                {!known.has(name) && (
                  <span className="unknown-mark" title={words.unknownHint}>
                    {words.unknown}
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
      {allowsUnknownGroups && (
        <AnotherGroup
          isKnown={(name) => known.has(name)}
          onAdd={(name) => !chosen.has(name) && toggle(name)}
        />
      )}
    </>
  );
}

/** The members of a set after an edit. */
export function membersAfter(
  saved: readonly string[],
  { added, removed }: SetEdit,
): readonly string[] {
  return [...saved.filter((name) => !removed.includes(name)), ...added];
}

function toggled(
  { added, removed }: SetEdit,
  name: string,
  isSaved: boolean,
  isChosen: boolean,
): SetEdit {
  const without = (names: readonly string[]) => names.filter((each) => each !== name);
  return {
    added: isChosen && !isSaved ? [...without(added), name] : without(added),
    removed: !isChosen && isSaved ? [...without(removed), name] : without(removed),
  };
}

function AnotherGroup({
  isKnown,
  onAdd,
}: {
  readonly isKnown: (name: string) => boolean;
  readonly onAdd: (name: string) => void;
}): ReactElement {
  const [name, setName] = useState("");
  const isTooLong = [...name].length > nameLengthMax;
  return (
    <form
      className="field-and-button"
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== "" && !isTooLong) {
          onAdd(name);
          setName("");
        }
      }}
    >
      <TextField
        autoComplete="off"
        error={isTooLong ? words.tooLong : undefined}
        hint={name === "" || isKnown(name) ? undefined : fill(words.unknownNew, { name })}
        label={words.another}
        onChange={({ target }) => setName(target.value)}
        spellCheck={false}
        value={name}
      />
      <Button disabled={name === "" || isTooLong} type="submit">
        {words.add}
      </Button>
    </form>
  );
}
