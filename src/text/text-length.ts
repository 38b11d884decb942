/** Whether a text has more characters, that is Unicode code points, than a limit allows. */
export function isLongerThan(text: string, charactersMax: number): boolean {
  // One character is at most two UTF-16 units, so only what lies between needs counting.
  return (
    text.length > 2 * charactersMax ||
    (text.length > charactersMax && Array.from(text).length > charactersMax)
  );
}
