import type { ReactElement } from "react";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import type { DraftConstant } from "./draft-node.ts";
import {
  constantOf,
  constantText,
  otherKind,
  type PropertyType,
  typedConstant,
} from "./typed-value.ts";

const words = texts.expressionBuilder;

export interface ValueFieldProps {
  readonly constant: DraftConstant;
  /** The type of the property. */
  readonly type: PropertyType;
  readonly label: string;
  readonly isWrong: boolean;
  readonly describedBy: string | undefined;
  readonly onChange: (constant: DraftConstant) => void;
  readonly onEnter: (() => void) | undefined;
}

/** A value of a sentence, whose type follows what is typed. */
export function ValueField(props: ValueFieldProps): ReactElement {
  const { constant, type, label, isWrong, describedBy, onChange, onEnter } = props;
  const text = constantText(constant);
  return (
    <>
      <input
        aria-describedby={describedBy}
        aria-invalid={isWrong || undefined}
        aria-label={label}
        autoComplete="off"
        className="token"
        data-part="value"
        onChange={({ target }) => onChange(typedConstant(target.value, constant, type))}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && onEnter !== undefined) {
            event.preventDefault();
            onEnter();
          }
        }}
        placeholder={words.value}
        spellCheck={false}
        value={text}
      />
      <TypeHint constant={constant} onChange={onChange} type={type} />
    </>
  );
}

/** The type of a value that could have another one, with a button that changes it. */
function TypeHint({
  constant,
  type,
  onChange,
}: Pick<ValueFieldProps, "constant" | "type" | "onChange">): ReactElement | null {
  const other = otherKind(constant, type);
  if (other === null) {
    return null;
  }
  const text = constantText(constant);
  const use = words.useType[other.kind];
  const change = () => onChange(constantOf(other.kind, text));
  if (!other.isLikely) {
    const label = fill(words.useTypeOf, { value: text, type: words.types[constant.kind], use });
    return (
      <button aria-label={label} className="type-word" onClick={change} title={label} type="button">
        {words.types[constant.kind]}
      </button>
    );
  }
  return (
    <span className="type-hint">
      {fill(words.typeHints[constant.kind], { value: text })}{" "}
      <button className="link" onClick={change} type="button">
        {use}
      </button>
    </span>
  );
}
