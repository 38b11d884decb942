/** Whether a text has more than `charactersMax` characters, counted as Unicode code points. */
export function isLongerThan(text: string, charactersMax: number): boolean {
  // A character has one or two UTF-16 units, so most lengths are decided without counting.
  return (
    text.length > 2 * charactersMax ||
    (text.length > charactersMax && Array.from(text).length > charactersMax)
  );
}
