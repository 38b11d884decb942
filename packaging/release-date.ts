const datedVersion = /^## \[[^\]]+\] - (\d{4}-\d\d-\d\d)$/m;

/** The date of the latest version in a changelog, such as `2026-01-31`. Throws if there is none. */
export function releaseDate(changelog: string): string {
  const [, date] = datedVersion.exec(changelog) ?? [];
  if (date === undefined) {
    throw new Error("The changelog names no version with a date");
  }
  return date;
}
