import { Type } from "@sinclair/typebox";
import { Id } from "./shared-models.ts";

/** How many rows a page of a list can have. */
const pageSizeBounds = { minimum: 1, maximum: 250 } as const;
export const pageSizeDefault = 50;

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
