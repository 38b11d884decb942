import { Type } from "@sinclair/typebox";
import { pageSizeBounds, pageSizeDefault } from "./page-size.ts";
import { Id } from "./shared-models.ts";

const pageSize = {
  limit: Type.Optional(
    Type.Integer({
      ...pageSizeBounds,
      description: `How many rows to list at most; ${pageSizeDefault} unless sent.`,
    }),
  ),
};

/** In the query of a list with the latest rows first. */
export const latestFirst = {
  before: Type.Optional({ ...Id, description: "The `next` of the page before." }),
  ...pageSize,
};

/** In the query of a list with the oldest rows first. */
export const oldestFirst = {
  after: Type.Optional({ ...Id, description: "The `next` of the page before." }),
  ...pageSize,
};

/** In the answer of a list in pages. */
export const nextOf = (parameter: "before" | "after") => ({
  next: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description: `The value of \`${parameter}\` for the next page; null at the end.`,
  }),
});
