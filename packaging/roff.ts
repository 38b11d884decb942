/** The macros and escapes of manual pages (man 7 man), as texts of their source. */

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

/** A text that is shown as it is, whatever signs it begins with or holds. */
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
 * The first lines of a page, whose words are not divided and not spread over their lines. `date` is such
 * as 2026-01-31; its dashes are read by the macro.
 */
export function pageTitle(
  name: string,
  page: { readonly section: string; readonly date: string; readonly version: string },
): string {
  const words = [roffText(name.toUpperCase()), page.section, page.date, roffText(page.version)];
  return `.TH ${words.map((word) => `"${word}"`).join(" ")} "Gatehouse"\n.nh\n.ad l\n`;
}

/** A heading: `SH` of a section, `SS` of a part of one. */
export function heading(macro: "SH" | "SS", title: string): string {
  return `.${macro} "${roffText(title)}"\n`;
}

/** A paragraph below a section's heading. */
export function paragraph(source: string): string {
  return `.PP\n${source}\n`;
}

/** A term with its meaning, which stands indented below it. Both are source. */
export function term(name: string, meaning: string): string {
  return `.TP\n${name}\n${meaning}\n`;
}

/** Lines that are shown as they are, indented. The end of them turns the division of words on again. */
export function verbatim(lines: readonly string[]): string {
  return `.RS 4\n.EX\n${lines.map((line) => `${roffText(line)}\n`).join("")}.EE\n.RE\n.nh\n`;
}
