/** How many rows a page of a list can have. */
export const pageSizeBounds = { minimum: 1, maximum: 250 } as const;
export const pageSizeDefault = 50;
