import type { ReactElement } from "react";
import { texts } from "../texts/texts.ts";
import { WideRow } from "./row.tsx";
import { useRows } from "./rows-context.ts";

const words = texts.expressionBuilder;
const chipsMax = 4;

/** The first known properties, for a row without one. */
export function PropertyChips({
  depth,
  place,
  onChoose,
  onAnother,
}: {
  readonly depth: number;
  readonly place: string;
  readonly onChoose: (name: string) => void;
  readonly onAnother: () => void;
}): ReactElement | null {
  const { suggestions, moveFocus } = useRows();
  const { properties, unused, areSeen } = suggestions;
  if (unused.length === 0) {
    return null;
  }
  return (
    <WideRow depth={depth}>
      <span className="hint">{areSeen ? words.seen : words.inExpressions}</span>
      {unused.slice(0, chipsMax).map(({ name, type }) => (
        <button
          className="token"
          key={name}
          onClick={() => {
            onChoose(name);
            moveFocus(place, "value");
          }}
          type="button"
        >
          {name} {type !== null && <span className="property-facts">{words.types[type]}</span>}
        </button>
      ))}
      {properties.length > chipsMax && (
        <button
          className="token token-other"
          onClick={() => {
            moveFocus(place);
            onAnother();
          }}
          type="button"
        >
          {words.anotherProperty}
        </button>
      )}
    </WideRow>
  );
}
