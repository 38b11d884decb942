import { type KeyboardEvent, type ReactElement, type ReactNode, useState } from "react";
import { Button } from "../parts/button.tsx";
import { TextArea } from "../parts/field.tsx";

const textLengthMax = 4_000;
const [rowsMin, rowsMax] = [2, 12];

/** A field for the text of a comment; Ctrl+Enter sends it. */
export function CommentForm({
  label,
  hint,
  action,
  first = "",
  isBusy,
  onSend,
  onCancel,
  cancel,
}: {
  readonly label: string;
  readonly hint?: ReactNode;
  /** The text of the button. */
  readonly action: string;
  /** The text before an edit. */
  readonly first?: string;
  readonly isBusy: boolean;
  /** Call `onDone` when the text is stored. */
  readonly onSend: (text: string, onDone: () => void) => void;
  readonly onCancel?: () => void;
  readonly cancel?: string;
}): ReactElement {
  const [text, setText] = useState(first);
  const submit = () => {
    if (text.trim() !== "" && !isBusy) {
      onSend(text.trim(), () => setText(""));
    }
  };
  return (
    <form
      className="comment-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextArea
        autoFocus={onCancel !== undefined}
        hint={hint}
        label={label}
        maxLength={textLengthMax}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            submit();
          } else if (event.key === "Escape" && onCancel !== undefined) {
            event.stopPropagation();
            onCancel();
          }
        }}
        rows={Math.min(rowsMax, Math.max(rowsMin, first.split("\n").length))}
        value={text}
      />
      <p className="comment-buttons">
        {onCancel !== undefined && <Button onClick={onCancel}>{cancel}</Button>}
        <Button disabled={text.trim() === ""} isBusy={isBusy} type="submit">
          {action}
        </Button>
      </p>
    </form>
  );
}
