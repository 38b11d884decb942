/** The macros and escapes of manual pages (man 7 man), as source texts. */

const escapes: Readonly<Record<string, string>> = {
  "\\": "\\e",
  "-": "\\-",
  "'": "\\(aq",
  "`": "\\(ga",
  "^": "\\(ha",
  "~": "\\(ti",
  '"': "\\(dq",
};
const special = /[\\\-'`^~"]/g;
const controlSign = /^[.']/gm;

/** A text that is shown unchanged, whatever characters it contains. */
export function roffText(text: string): string {
  return text
    .replace(special, (sign) => escapes[sign] ?? sign)
    .replace(controlSign, (sign) => `\\&${sign}`);
}

export function bold(text: string): string {
  return `\\fB${roffText(text)}\\fR`;
}

export function italic(text: string): string {
  return text === "" ? "" : `\\fI${roffText(text)}\\fR`;
}

/**
 * The first lines of a page, whose words are neither divided nor justified. `date` is such as
 * 2026-01-31; its dashes are for the macro.
 */
export function pageTitle(
  name: string,
  page: { readonly section: string; readonly date: string; readonly version: string },
): string {
  const words = [roffText(name.toUpperCase()), page.section, page.date, roffText(page.version)];
  return `.TH ${words.map((word) => `"${word}"`).join(" ")} "Gatehouse"\n.nh\n.ad l\n`;
}

/** A heading: `SH` for a section, `SS` for a subsection. */
export function heading(macro: "SH" | "SS", title: string): string {
  return `.${macro} "${roffText(title)}"\n`;
}

/** A paragraph below a section's heading. */
export function paragraph(source: string): string {
  return `.PP\n${source}\n`;
}

/** A term with its indented meaning. Both are source. */
export function term(name: string, meaning: string): string {
  return `.TP\n${name}\n${meaning}\n`;
}

/** Lines that are shown unchanged and indented. At the end, hyphenation is on again. */
export function verbatim(lines: readonly string[]): string {
  return `.RS 4\n.EX\n${lines.map((line) => `${roffText(line)}\n`).join("")}.EE\n.RE\n.nh\n`;
}
