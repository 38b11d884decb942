import { type ReactElement, useState } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import { useChange } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { TextField } from "../parts/field.tsx";
import { Icon } from "../parts/icon.tsx";
import { Card } from "../parts/page.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { useMay } from "../session/session.ts";
import { fill, formatNumber } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

const words = texts.gates.groups;

/**
 * Enables the feature for groups: known ones are choices; others only where the server accepts them.
 */
export function GroupsCard({ feature }: { readonly feature: FeatureAnswer }): ReactElement {
  const mayChange = useMay("member");
  const known = new Set(feature.knownGroups);
  const open = new Set(feature.groups);
  const names = [...new Set([...feature.knownGroups, ...feature.groups])].sort();
  const { pending, change } = useGroupChange(feature.key);
  return (
    <Card
      afterTitle={<span className="count">{formatNumber(feature.groups.length)}</span>}
      title={words.title}
    >
      <div className="gate">
        {names.length === 0 ? (
          <p className="faint">{feature.allowsUnknownGroups ? words.none : words.noneKnown}</p>
        ) : (
          <ul aria-label={words.known} className="groups">
            {names.map((name) => (
              <li key={name}>
                <GroupChip
                  isDisabled={!mayChange || pending === name}
                  isKnown={known.has(name)}
                  isOpen={pending === name ? !open.has(name) : open.has(name)}
                  name={name}
                  onToggle={() => change(name, !open.has(name), known.has(name))}
                />
              </li>
            ))}
          </ul>
        )}
        {mayChange && feature.allowsUnknownGroups && (
          <AnotherGroup known={known} onAdd={(name) => change(name, true, known.has(name))} />
        )}
      </div>
    </Card>
  );
}

function useGroupChange(key: string) {
  const { id } = useEnvironment();
  const change = useChange("PATCH /environments/:environment/features/:key/groups");
  const { add, remove } = change.variables?.body ?? {};
  return {
    pending: change.isPending ? (add?.[0] ?? remove?.[0]) : undefined,
    change: (name: string, opens: boolean, isKnown: boolean) =>
      change.mutate({
        params: { environment: id, key },
        body: opens
          ? { add: [name], ...(isKnown ? {} : { allowUnknown: true }) }
          : { remove: [name] },
      }),
  };
}

function GroupChip({
  name,
  isOpen,
  isKnown,
  isDisabled,
  onToggle,
}: {
  readonly name: string;
  readonly isOpen: boolean;
  readonly isKnown: boolean;
  readonly isDisabled: boolean;
  readonly onToggle: () => void;
}): ReactElement {
  return (
    <button
      aria-pressed={isOpen}
      className="chip group-chip"
      disabled={isDisabled}
      onClick={onToggle}
      title={name}
      type="button"
    >
      {isOpen && <Icon name="check" />}
      <span className="group-name">{name}</span>
      {!isKnown && (
        <span className="unknown-mark" title={words.unknownHint}>
          {words.unknown}
        </span>
      )}
    </button>
  );
}

const nameLengthMax = 255;

function AnotherGroup({
  known,
  onAdd,
}: {
  readonly known: ReadonlySet<string>;
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
        hint={name === "" || known.has(name) ? undefined : fill(words.unknownNew, { name })}
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
