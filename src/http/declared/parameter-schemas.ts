import { type TSchema, type TUnsafe, Type } from "@sinclair/typebox";
import { integerOf } from "../request/integer-parameter.ts";
import { type IsName, nameListOf, repeatedNameListOf } from "../request/name-list.ts";
import { documented } from "./documented-schemas.ts";
import { type ReadParameter, wire } from "./sent-values.ts";

/** The names in a list; an existing name with a comma is not split. Undefined if not sent. */
export type SentNames = (isName: IsName) => ReadonlySet<string> | undefined;

/** A text parameter (docs/api.md#requests); undefined if missing. */
export function sentText(description: string, example: string): TUnsafe<string | undefined> {
  return sentTextAs(description, example, (sent, name) => sent.text(name));
}

/** A text parameter that `read` converts or refuses. */
export function sentTextAs<Value>(
  description: string,
  example: string,
  read: ReadParameter<Value>,
  details: { readonly isRequired?: boolean } = {},
): TUnsafe<Value> {
  return documented(wire(Type.String(), read), { description, example, ...details });
}

/** A flag, which is true for `true` in any letter case. */
export function sentFlag(description: string, example = true): TUnsafe<boolean> {
  return documented(
    wire(Type.Boolean(), (sent, name) => sent.flag(name)),
    { description, example },
  );
}

export interface IntegerBounds {
  readonly minimum: number;
  readonly maximum?: number;
  readonly default?: number;
}

/** An integer parameter; undefined if missing, even with a documented default. */
export function sentInteger(
  description: string,
  example: number,
  { minimum, ...bounds }: IntegerBounds,
): TUnsafe<number | undefined> {
  const schema = Type.Integer({ minimum, ...bounds });
  return documented(
    wire(schema, (sent, name) => integerOf(sent, name, { minimum, ...bounds })),
    { description, example },
  );
}

/** A list of names, sent as one value with commas between them (docs/api.md#keys-and-groups). */
export function sentNames(description: string, example: readonly string[]): TUnsafe<SentNames> {
  return documented(
    wire<SentNames>(Type.Array(Type.String()), (sent, name) => (isName) => {
      return nameListOf(sent, name, isName);
    }),
    { description, example, isCommaList: true },
  );
}

/** As `names`, for a parameter that may be repeated, or sent as `name[]`; null if not sent. */
export function sentRepeatedNames(
  description: string,
  example: readonly string[],
): TUnsafe<SentNames | null> {
  return documented(
    wire<SentNames | null>(Type.Array(Type.String()), (sent, name) =>
      sent.has(name) ? (isName) => repeatedNameListOf(sent, name, isName) : null,
    ),
    { description, example, isCommaList: true },
  );
}

/** A parameter that another parameter reads, or without meaning: only the document shows it. */
export function describedOnly(
  schema: TSchema,
  description: string,
  example: unknown,
): TUnsafe<undefined> {
  return documented(
    wire(schema, () => undefined),
    { description, example },
  );
}

/** The header of operations whose bodies are often large enough to be compressed. */
export const ContentEncoding = Type.Object({
  "Content-Encoding": describedOnly(
    Type.Union([Type.Literal("gzip"), Type.Literal("x-gzip"), Type.Literal("identity")]),
    "How the body is compressed. Without the header it is not compressed.",
    "gzip",
  ),
});
