import { type ReactElement, useEffect, useState } from "react";
import { TextField } from "../parts/field.tsx";
import { localTime } from "./time-words.ts";

/** A field for a time up to now, in the time zone of the browser. */
export function TimeField({
  label,
  time,
  isLabelHidden = false,
  onChange,
}: {
  readonly label: string;
  readonly time: number;
  readonly isLabelHidden?: boolean;
  readonly onChange: (time: number) => void;
}): ReactElement {
  const [typed, setTyped] = useState(() => localTime(time));
  useEffect(() => setTyped(localTime(time)), [time]);
  const take = () => {
    const next = Date.parse(typed);
    if (!Number.isNaN(next) && typed !== localTime(time)) {
      onChange(Math.min(next, Date.now()));
    }
  };
  return (
    <TextField
      isLabelHidden={isLabelHidden}
      label={label}
      max={localTime(Date.now())}
      onBlur={take}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={({ key }) => {
        if (key === "Enter") {
          take();
        }
      }}
      type="datetime-local"
      value={typed}
    />
  );
}
