import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";

/** The page of the environment in `env`. */
export const environmentDetails = "/environments/details";

/**
 * Asks whether to delete an environment. It is not the chosen one there: the page would otherwise
 * request its content until the person leaves.
 */
export function deletePath({ slug }: EnvironmentRow): string {
  return `/environments?${new URLSearchParams({ delete: slug })}`;
}

/** The path of a page in an environment, whichever is chosen now. */
export function pathIn(
  { slug, state }: EnvironmentRow,
  path: string,
  query: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams({
    ...(state === "production" ? {} : { env: slug }),
    ...query,
  });
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** The page that compares an environment with another. */
export function comparePath(left: EnvironmentRow, right: EnvironmentRow): string {
  return pathIn(right, "/compare", { a: left.slug, b: right.slug });
}
