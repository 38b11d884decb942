/** Headers of an answer by name, in lower case. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/**
 * The headers of every answer of an API (docs/api.md#response-headers). Its content is for one
 * caller at one moment, whatever the path looks like: a shared cache may not keep it, no cache may
 * use it again without asking, and a browser may not take it for anything but JSON.
 */
export const apiHeaders: AnswerHeaders = {
  "cache-control": "private, no-cache",
  "x-content-type-options": "nosniff",
};
