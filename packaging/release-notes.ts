const heading = /^## \[(?<name>[^\]]+)\].*$/m;
const headings = /^## .*$/m;

/** The name of the first version of a changelog that has an entry, such as `Unreleased`. */
export function newestHeading(changelog: string): string {
  return heading.exec(changelog)?.groups?.name ?? "";
}

/** The section of a version, without its heading. Between releases it is `Unreleased`. */
export function releaseNotes(changelog: string, version: string): string {
  const name = version.endsWith("-dev") ? "Unreleased" : version;
  if (newestHeading(changelog) !== name) {
    throw new Error(`The newest heading of the changelog is not [${name}]`);
  }
  const [, section = ""] = changelog.split(headings);
  return `${section.trim()}\n`;
}
