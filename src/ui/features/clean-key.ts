const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/gu;

/** The key that the server stores: without invisible characters, and without space at both ends. */
export function cleanKey(typed: string): string {
  return typed.replace(invisible, "").trim();
}
