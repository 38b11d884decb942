/** One id: in double quotes, in which a quote is doubled, or without white space and commas. */
const idPattern = /"((?:[^"]|"")*)"|[^\s,]+/g;

export const actorsAtOnceMax = 10_000;
const idLengthMax = 1_024;
const plainId = /^[^\s,"][^\s,]*$/;

export interface PastedActors {
  /** Each once, in the order of the text. */
  readonly ids: readonly string[];
  /** The first id that is too long. */
  readonly tooLong: string | null;
}

/**
 * The ids in a pasted text: apart by lines, commas and white space, but not by semicolons, which
 * are part of ids such as `User;1`.
 */
export function actorsIn(text: string): PastedActors {
  const found = Array.from(text.matchAll(idPattern), ([whole, inner]) =>
    inner === undefined ? whole : inner.replaceAll('""', '"'),
  );
  const ids = [...new Set(found)].filter((id) => id !== "");
  const tooLong = ids.find((id) => id.length > idLengthMax && [...id].length > idLengthMax);
  return { ids, tooLong: tooLong ?? null };
}

/** The text that `actorsIn` reads as the ids. */
export function actorText(ids: readonly string[]): string {
  return ids.map((id) => (plainId.test(id) ? id : `"${id.replaceAll('"', '""')}"`)).join(", ");
}
