import type { TSchema } from "@sinclair/typebox";

/** A parameter of a path, a query or a header in the documentation. */
export interface DocumentedParameter {
  readonly description: string;
  readonly schema: TSchema;
  readonly example?: unknown;
  /** Parameters of a path are always required. */
  readonly isRequired?: boolean;
  /** Whether the items of a list are sent as one value, with commas between them. */
  readonly isCommaList?: boolean;
}

type Place = "path" | "query" | "header";

/** Returns OpenAPI Parameter Objects. */
export function parametersIn(
  place: Place,
  parameters: Readonly<Record<string, DocumentedParameter>> = {},
) {
  return Object.entries(parameters).map(([name, parameter]) => ({
    name,
    in: place,
    required: place === "path" || parameter.isRequired === true,
    description: parameter.description,
    ...(parameter.isCommaList === true ? { style: "form", explode: false } : {}),
    schema: parameter.schema,
    ...(parameter.example === undefined ? {} : { example: parameter.example }),
  }));
}
