/** A reason as people see it. */
export interface Explained {
  readonly reason: string | null;
  /** Https addresses with more about the reason. */
  readonly links: readonly string[];
}

export const linksMax = 10;
/** In UTF-16 code units. */
export const linkLengthMax = 1_000;
export const linkForm = `an https address of at most ${linkLengthMax} characters, without user name and password`;

/** The address of a link; undefined for a text that is none. */
export function linkIn(text: string): string | undefined {
  if (text.length > linkLengthMax || !URL.canParse(text)) {
    return undefined;
  }
  const { protocol, href, username, password } = new URL(text);
  const isLink = protocol === "https:" && username === "" && password === "";
  return isLink && href.length <= linkLengthMax ? href : undefined;
}

/**
 * A reason with its links, as it is stored: the links are its last lines. So everything that stores or
 * hashes a reason covers its links (docs/governance.md#reasons-and-links).
 */
export function withLinks(reason: string, links: readonly string[]): string {
  return [reason, ...new Set(links)].join("\n");
}

/**
 * The reason and the links of a stored reason, or of one that a person typed with links as its last
 * lines. The first line is never a link.
 */
export function explained(text: string | null): Explained {
  const lines = text?.split("\n") ?? [];
  const links: string[] = [];
  while (lines.length > 1 && links.length < linksMax) {
    const link = linkIn(lines.at(-1) ?? "");
    if (link === undefined) {
      break;
    }
    links.unshift(link);
    lines.pop();
  }
  return { reason: text === null ? null : lines.join("\n"), links };
}
