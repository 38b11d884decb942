/** The maximum number of rows in a page (docs/admin-api.md#pages). */
export const pageSizeMax = 250;

/** Reads all pages of a list; `next` is undefined for the first page. */
export async function allPages<Page extends { readonly next: number | null }>(
  read: (next: number | undefined) => Promise<Page>,
): Promise<readonly Page[]> {
  const pages = [await read(undefined)];
  for (let next = pages[0]?.next; typeof next === "number"; next = pages.at(-1)?.next) {
    pages.push(await read(next));
  }
  return pages;
}
