import { type ReactElement, useState } from "react";
import { texts } from "../texts/texts.ts";
import { Button, IconButton } from "./button.tsx";
import type { IconName } from "./icon.tsx";

const shownMs = 2_000;

/** Copies a text, also over plain http, where browsers offer no clipboard to pages. */
export function CopyButton({
  text,
  label = texts.common.copy,
  isFocused = false,
  isSmall = false,
  icon = "copy",
}: {
  readonly text: string;
  readonly label?: string;
  /** Whether only its icon is shown. */
  readonly isSmall?: boolean;
  readonly icon?: IconName;
  /** Whether it takes the focus when it appears, in a dialog whose earlier content is gone. */
  readonly isFocused?: boolean;
}): ReactElement {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    if (await copyText(text)) {
      setCopied(true);
      setTimeout(() => setCopied(false), shownMs);
    }
  };
  if (isSmall) {
    return (
      <IconButton
        icon={isCopied ? "check" : icon}
        label={isCopied ? texts.common.copied : label}
        onClick={() => void copy()}
      />
    );
  }
  return (
    <Button autoFocus={isFocused} icon={isCopied ? "check" : icon} onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? texts.common.copied : label}</span>
    </Button>
  );
}

export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard !== undefined) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // The browser refused; the older method may still work.
    }
  }
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "off-screen";
  // Inside an open dialog, which keeps the focus within itself.
  const place = document.activeElement?.closest("[role=dialog]") ?? document.body;
  place.append(area);
  area.select();
  const isDone = document.execCommand("copy");
  area.remove();
  return isDone;
}
