const markLine = /^( *)# ([A-Z]+)\n/gm;

/** Replaces comments in capital letters, such as `# WORDS`, with the lines of that name. */
export function filledTemplate(
  template: string,
  lines: Readonly<Record<string, readonly string[]>>,
): string {
  return template.replace(markLine, (_, indent: string, name: string) =>
    (lines[name] ?? []).map((line) => `${indent}${line}\n`).join(""),
  );
}
