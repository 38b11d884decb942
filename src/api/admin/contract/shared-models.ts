import {
  type ArrayOptions,
  type Static,
  type TSchema,
  type TUnsafe,
  Type,
} from "@sinclair/typebox";

/** Refuses unknown members of a body or a query. */
export const exactFields = { additionalProperties: false } as const;

/** One of these words. A mapped union would have the type `never`. */
export const oneOf = <const Word extends string>(allowed: readonly Word[]): TUnsafe<Word> =>
  Type.Unsafe<Word>(Type.Union(allowed.map((word) => Type.Literal(word))));

/** A list with a read-only type, like the lists of the domain. */
export const listOf = <Schema extends TSchema>(
  schema: Schema,
  options: ArrayOptions = {},
): TUnsafe<readonly Static<Schema>[]> =>
  Type.Unsafe<readonly Static<Schema>[]>(Type.Array(schema, options));

export const nullable = <Schema extends TSchema>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

/** A time in milliseconds since the epoch. */
export const Time = Type.Integer({ description: "Milliseconds since 1970-01-01T00:00:00Z." });

/** A time that a caller plans: up to the year 9999, as a local time. */
export const PlannedTime = Type.Integer({
  maximum: Date.UTC(10_000, 0) - 1,
  description: "Milliseconds since 1970-01-01T00:00:00Z.",
});

/** The id of a stored entity. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** A current or former member of the organization. */
export const Person = Type.Object(
  { id: Id, name: Type.String(), email: Type.String() },
  { $id: "Person" },
);

/** The answer of a write. */
export const Written = Type.Object(
  {
    revision: Type.Integer({
      description:
        "The revision of the project after the write; an event with the same revision is not new.",
    }),
  },
  { $id: "Written" },
);

export const WrittenStep = Type.Object(
  {
    ...Written.properties,
    audit: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description:
        "The id of the change's first audit, for an undo; null if nothing changed. It belongs to the " +
        "environment that changed: Production for a deletion.",
    }),
  },
  { $id: "WrittenStep" },
);

/** One line of printable text, without spaces at either end. */
export const lineOf = (maxLength: number, pattern: string) => Type.String({ pattern, maxLength });

/** The units of a code point: schemas count UTF-16 units, commands count code points. */
export const surrogates = 2;

/** A text of `minLength` to `maxLength` UTF-16 units. */
export const textUpTo = (maxLength: number, minLength = 0) => Type.String({ minLength, maxLength });

export const integerFrom = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });

export const environmentText = (description: string) =>
  Type.String({ minLength: 1, maxLength: 255, description });

const environmentForms =
  "The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is " +
  "the environment of the token, otherwise Production";
const environment = environmentText(`${environmentForms}.`);

/** In the query of each route of a project. */
export const InProject = Type.Object({
  project: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: "The name of the project; the first project unless sent.",
    }),
  ),
});

/** The path of an object in an environment. */
export const EnvironmentPath = Type.Object({ environment });

/** The path of an object with an id that is unique in all environments. */
export const AnyEnvironmentPath = Type.Object({
  environment: environmentText(`${environmentForms}; \`*\` is any environment of the project.`),
});

/** The environment in the row of an object. */
export const inEnvironment = {
  project: Type.String({ description: "The name of the project." }),
  environment: Type.String({ description: "The slug of the environment." }),
};
