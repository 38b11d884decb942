import { useCallback, useMemo } from "react";
import { storedText, storeText, useStoredText } from "../parts/stored-text.ts";
import { useMedia } from "../parts/use-media.ts";

type Density = "compact" | "comfortable";

/** How this browser shows the list. */
interface ListLook {
  readonly density: Density;
  /** The ids of the columns after the chosen environment's; null for the usual ones. */
  readonly columns: readonly string[] | null;
}

const name = "gatehouse-list";
const usual: ListLook = { density: "compact", columns: null };

export function useListLook(): [ListLook, (changes: Partial<ListLook>) => void] {
  const text = useStoredText(name);
  const look = useMemo(() => lookIn(text), [text]);
  const change = useCallback((changes: Partial<ListLook>) => {
    storeText(name, JSON.stringify({ ...lookIn(storedText(name)), ...changes }));
  }, []);
  return [look, change];
}

function lookIn(text: string | null): ListLook {
  try {
    const stored: unknown = JSON.parse(text ?? "{}");
    const { density, columns } = isObject(stored) ? stored : {};
    return {
      density: density === "comfortable" ? density : "compact",
      columns: Array.isArray(columns)
        ? columns.filter((column): column is string => typeof column === "string")
        : null,
    };
  } catch {
    return usual;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === "object";
}

const heights = { compact: 34, comfortable: 48 } as const;
const twoLineHeight = 56;
const touchHeight = 44;

/** The height of a row in pixels: phones have two lines, and fingers need more space. */
export function useRowHeight(density: Density): number {
  const isPhone = useMedia("(max-width: 800px)");
  const isTouched = useMedia("(pointer: coarse)");
  const height = heights[density];
  return isPhone ? twoLineHeight : isTouched ? Math.max(height, touchHeight) : height;
}
