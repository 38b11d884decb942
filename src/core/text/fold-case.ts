/**
 * A name for comparisons that ignore letter case and outer white space. Names that look alike, but
 * are composed of other characters, such as `é` and `e` with an accent, are equal too.
 */
export function foldCase(name: string): string {
  return name.trim().normalize("NFC").toLowerCase();
}
