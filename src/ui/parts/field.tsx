import { type ComponentProps, type ReactElement, type ReactNode, useId } from "react";

interface FieldProps {
  readonly label: string;
  /** Whether the label is only read aloud, because the place of the field explains it. */
  readonly isLabelHidden?: boolean;
  readonly hint?: ReactNode;
  /** Shown under the input, and read aloud as its error. */
  readonly error?: string | undefined;
}

type InputProps = Omit<ComponentProps<"input">, "className" | "id"> & FieldProps;

/** A text input with its label, hint and error. */
export function TextField({
  label,
  isLabelHidden = false,
  hint,
  error,
  ...rest
}: InputProps): ReactElement {
  const id = useId();
  return (
    <Described error={error} hint={hint} id={id} isLabelHidden={isLabelHidden} label={label}>
      <input
        {...rest}
        aria-describedby={describedBy(id, hint, error)}
        aria-invalid={error !== undefined}
        className="input"
        id={id}
      />
    </Described>
  );
}

type AreaProps = Omit<ComponentProps<"textarea">, "className" | "id"> & FieldProps;

export function TextArea({
  label,
  isLabelHidden = false,
  hint,
  error,
  ...rest
}: AreaProps): ReactElement {
  const id = useId();
  return (
    <Described error={error} hint={hint} id={id} isLabelHidden={isLabelHidden} label={label}>
      <textarea
        {...rest}
        aria-describedby={describedBy(id, hint, error)}
        aria-invalid={error !== undefined}
        className="input area"
        id={id}
      />
    </Described>
  );
}

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

type SelectProps<Value extends string> = Omit<
  ComponentProps<"select">,
  "className" | "id" | "value" | "onChange"
> &
  FieldProps & {
    readonly value: Value;
    readonly choices: readonly Choice<Value>[];
    readonly onChoose: (value: Value) => void;
  };

/** The browser's own select: it works with every keyboard, screen reader and phone. */
export function SelectField<Value extends string>({
  label,
  hint,
  error,
  value,
  choices,
  onChoose,
  ...rest
}: SelectProps<Value>): ReactElement {
  const id = useId();
  return (
    <Described error={error} hint={hint} id={id} label={label}>
      <select
        {...rest}
        aria-describedby={describedBy(id, hint, error)}
        className="input select"
        id={id}
        onChange={({ target }) => {
          const chosen = choices.find((choice) => choice.value === target.value);
          if (chosen !== undefined) {
            onChoose(chosen.value);
          }
        }}
        value={value}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </Described>
  );
}

function Described({
  id,
  label,
  isLabelHidden = false,
  hint,
  error,
  children,
}: FieldProps & { readonly id: string; readonly children: ReactNode }): ReactElement {
  return (
    <div className="field">
      <label className={isLabelHidden ? "visually-hidden" : undefined} htmlFor={id}>
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

function describedBy(id: string, hint: ReactNode, error: string | undefined): string | undefined {
  const ids = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(error === undefined ? [] : [`${id}-error`]),
  ];
  return ids.length === 0 ? undefined : ids.join(" ");
}
