/** Formats for generated clients. They are only documentation: the server checks no value with them. */
export const int64 = { format: "int64" } as const;
export const double = { format: "double" } as const;
export const dateTime = { format: "date-time", description: "ISO 8601, in UTC." } as const;
export const uuid = { format: "uuid" } as const;
