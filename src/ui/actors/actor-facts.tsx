import { type ReactElement, useEffect, useRef, useState } from "react";
import { IconButton } from "../parts/button.tsx";
import { TextField } from "../parts/field.tsx";
import { Icon } from "../parts/icon.tsx";
import { useSession } from "../session/session.ts";
import { actorsTexts } from "../texts/actors-texts.ts";
import { fill } from "../texts/fill.ts";
import { type ActorFacts, useActorFacts, valueText, withTyped } from "./actor-question.ts";

const words = actorsTexts.actors;

/** The properties and groups that are assumed, as chips. */
export function ActorFactChips(): ReactElement {
  const { mode } = useSession();
  const [facts, setFacts] = useActorFacts();
  const { properties, groups } = facts;
  const entries = Object.entries(properties);
  const isEmpty = entries.length + groups.length === 0;
  return (
    <div className="actor-facts">
      {entries.map(([name, value]) => (
        <Fact
          key={name}
          label={fill(words.removeProperty, { name })}
          name={name}
          onRemove={() => setFacts({ groups, properties: without(properties, name) })}
          value={valueText(value)}
        />
      ))}
      {groups.map((group) => (
        <Fact
          key={group}
          label={fill(words.removeGroup, { name: group })}
          name={words.group}
          onRemove={() => setFacts({ properties, groups: groups.filter((each) => each !== group) })}
          value={group}
        />
      ))}
      <AddFact facts={facts} isGroupsOnly={mode === "mountable"} onAdd={setFacts} />
      <span className="hint">{isEmpty ? words.keptNone : words.kept}</span>
    </div>
  );
}

function without(properties: ActorFacts["properties"], name: string): ActorFacts["properties"] {
  return Object.fromEntries(Object.entries(properties).filter(([each]) => each !== name));
}

function Fact({
  name,
  value,
  label,
  onRemove,
}: {
  readonly name: string;
  readonly value: string;
  readonly label: string;
  readonly onRemove: () => void;
}): ReactElement {
  return (
    <span className="fact-chip" title={`${name} ${value}`}>
      <span>{name}</span>
      <code>{value}</code>
      <IconButton icon="close" label={label} onClick={onRemove} />
    </span>
  );
}

/** A button that becomes a field: Enter adds, and the field stays for the next one. */
function AddFact({
  facts,
  isGroupsOnly,
  onAdd,
}: {
  readonly facts: ActorFacts;
  readonly isGroupsOnly: boolean;
  readonly onAdd: (facts: ActorFacts) => void;
}): ReactElement {
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const returnsFocus = useRef(false);
  useEffect(() => {
    if (typed === null && returnsFocus.current) {
      returnsFocus.current = false;
      button.current?.focus();
    }
  }, [typed]);
  const label = isGroupsOnly ? words.addGroup : words.addFact;
  const close = () => {
    setTyped(null);
    setProblem(null);
  };
  const add = (text: string) => {
    if (text.trim() === "") {
      return;
    }
    const next = withTyped(facts, isGroupsOnly ? `"${text.replaceAll('"', '""')}"` : text);
    if ("problem" in next) {
      setProblem(next.problem);
      return;
    }
    onAdd(next);
    setTyped("");
    setProblem(null);
  };
  if (typed === null) {
    return (
      <button className="fact-add" onClick={() => setTyped("")} ref={button} type="button">
        <Icon name="plus" />
        {label}
      </button>
    );
  }
  return (
    <form
      className="fact-form"
      onBlur={({ relatedTarget, currentTarget }) => {
        if (typed === "" && !currentTarget.contains(relatedTarget)) {
          close();
        }
      }}
      onSubmit={(event) => {
        event.preventDefault();
        add(typed);
      }}
    >
      <TextField
        autoCapitalize="none"
        autoComplete="off"
        autoFocus={true}
        error={problem ?? undefined}
        isLabelHidden={true}
        label={label}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.preventDefault();
            returnsFocus.current = true;
            close();
          }
        }}
        placeholder={isGroupsOnly ? words.groupHint : words.factHint}
        spellCheck={false}
        value={typed}
      />
    </form>
  );
}
