import type { CSSProperties, ReactElement } from "react";
import { Icon } from "./icon.tsx";

const separators = /[\s.@_-]+/;
const hueStep = 47;
const hues = 360;

/** The initials of a person in a colour of their own; a sign for a program. */
export function Avatar({
  name,
  isProgram = false,
}: {
  readonly name: string;
  readonly isProgram?: boolean;
}): ReactElement {
  const style = { "--hue": isProgram ? 265 : hueOf(name) } as CSSProperties;
  return (
    <span
      aria-hidden="true"
      className={isProgram ? "avatar avatar-program" : "avatar"}
      style={style}
    >
      {isProgram ? <Icon name="program" /> : initialsOf(name)}
    </span>
  );
}

function hueOf(name: string): number {
  return [...name].reduce((hue, letter) => (hue * hueStep + letter.charCodeAt(0)) % hues, 0);
}

/** The first letters of the first and the last word; of a single word, its first two. */
function initialsOf(name: string): string {
  const words = name.split(separators).filter((word) => word !== "");
  const [first = "", ...rest] = words;
  const last = rest.at(-1);
  const letters =
    last === undefined
      ? [...first].slice(0, 2)
      : [...[...first].slice(0, 1), ...[...last].slice(0, 1)];
  return letters.join("").toUpperCase();
}
