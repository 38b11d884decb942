import { type Static, Type } from "@sinclair/typebox";
import { flipperCodeOf } from "../../../core/errors.ts";
import { flipperRefusalNames } from "./documented-refusals.ts";

const exact = { additionalProperties: false } as const;
const codes = flipperRefusalNames().map(flipperCodeOf);
const numbers = codes.filter((code) => typeof code === "number");
const words = codes.filter((code) => typeof code === "string");

const members = {
  code: Type.Union(
    [
      Type.Union(numbers.map((code) => Type.Literal(code))),
      Type.Union(words.map((code) => Type.Literal(code))),
    ],
    { $id: "ErrorCode", description: "A number, or a word for refusals that have no number." },
  ),
  message: Type.String({ description: "The reason, for people; its text may change." }),
  more_info: Type.String({ description: "A link to this documentation, a URL or a path." }),
};

/** The body of a refusal (docs/api.md#errors). */
export const ErrorModel = Type.Object(members, { ...exact, $id: "Error" });
export type ErrorModel = Static<typeof ErrorModel>;

/** The body of a refused import (docs/api.md#import-and-export). */
export const ImportErrorModel = Type.Object(
  { ...members, error: Type.String({ description: "The message again." }) },
  { ...exact, $id: "ImportError" },
);
