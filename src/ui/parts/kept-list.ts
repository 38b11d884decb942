import { useMemo } from "react";
import { storedText, storeText, useStoredText } from "./stored-text.ts";

/** Texts that this browser keeps for a person, the latest first. */
interface KeptList {
  readonly add: (user: number | null, text: string) => void;
  readonly remove: (user: number | null, text: string) => void;
  readonly use: (user: number | null) => readonly string[];
}

export function keptList(name: string, max: number): KeptList {
  const nameOf = (user: number | null) => `gatehouse-${name} ${user ?? ""}`;
  const read = (user: number | null) => textsIn(storedText(nameOf(user)));
  const write = (user: number | null, texts: readonly string[]) =>
    storeText(nameOf(user), JSON.stringify(texts.slice(0, max)));
  return {
    add: (user, text) => {
      const before = read(user);
      if (before[0] !== text) {
        write(user, [text, ...before.filter((each) => each !== text)]);
      }
    },
    remove: (user, text) =>
      write(
        user,
        read(user).filter((each) => each !== text),
      ),
    use: (user) => {
      const text = useStoredText(nameOf(user));
      return useMemo(() => textsIn(text), [text]);
    },
  };
}

function textsIn(text: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}
