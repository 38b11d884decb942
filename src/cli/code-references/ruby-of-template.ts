const tags = /<%(?:(?<skipped>[#%])|[=-]{0,2})|%>/g;
const visible = /[^\n]/g;

/** Replaces everything by spaces that is not between the tags of an ERB template. */
export function rubyOfTemplate(text: string): string {
  const parts: string[] = [];
  let isCode = false;
  let from = 0;
  for (const { 0: tag, index, groups } of text.matchAll(tags)) {
    if ((tag === "%>") === isCode) {
      const part = text.slice(from, index);
      parts.push(isCode ? part : blank(part), blank(tag));
      isCode = tag !== "%>" && groups?.skipped === undefined;
      from = index + tag.length;
    }
  }
  const rest = text.slice(from);
  return `${parts.join("")}${isCode ? rest : blank(rest)}`;
}

function blank(text: string): string {
  return text.replace(visible, " ");
}
