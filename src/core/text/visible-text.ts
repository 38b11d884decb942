const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/gu;

/** A text without invisible characters, and without white space at both ends. */
export function visibleText(text: string): string {
  return text.replace(invisible, "").trim();
}
