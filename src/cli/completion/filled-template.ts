const markLine = /^( *)# ([A-Z]+)\n/gm;

/** A script whose comments in capital letters, such as `# WORDS`, are replaced by lines of that name. */
export function filledTemplate(
  template: string,
  lines: Readonly<Record<string, readonly string[]>>,
): string {
  return template.replace(markLine, (_, indent: string, name: string) =>
    (lines[name] ?? []).map((line) => `${indent}${line}\n`).join(""),
  );
}
