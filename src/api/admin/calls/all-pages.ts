/** The maximum number of rows in a page (docs/admin-api.md#pages). */
export const pageSizeMax = 250;

/** Reads all pages of a list. `read` gets undefined first, and then `next` of the page before. */
export async function allPages<Page extends { readonly next: number | null }>(
  read: (next: number | undefined) => Promise<Page>,
): Promise<readonly Page[]> {
  let page = await read(undefined);
  const pages = [page];
  // Not `!== null`: an answer without `next` would be read again and again.
  while (typeof page.next === "number") {
    page = await read(page.next);
    pages.push(page);
  }
  return pages;
}
