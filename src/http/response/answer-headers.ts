/** Headers of an answer by name, in lower case. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/**
 * The headers of every answer of an API (docs/api.md#response-headers). Its content is for one caller
 * at one moment, whatever the path looks like. No shared cache may store it, and no cache may reuse
 * it without revalidation. Browsers may read it only as JSON.
 */
export const apiHeaders: AnswerHeaders = {
  "cache-control": "private, no-cache",
  "x-content-type-options": "nosniff",
};
