/**
 * Returns the document with `content` between its marks `<!-- name -->` and `<!-- /name -->`. Throws
 * unless each mark exists once, in this order.
 */
export function withSection(document: string, name: string, content: string): string {
  const opening = `<!-- ${name} -->`;
  const closing = `<!-- /${name} -->`;
  const [before, middle, ...more] = document.split(`${opening}\n`);
  const [, after, ...others] = (middle ?? "").split(closing);
  if (before === undefined || after === undefined || more.length > 0 || others.length > 0) {
    throw new Error(`The document must contain ${opening} and ${closing} once, in this order`);
  }
  return `${before}${opening}\n\n${content}\n${closing}${after}`;
}
