import { Type } from "@sinclair/typebox";
import { finishedAfterDaysBounds, finishedLongevities } from "../../../core/model/finished-rule.ts";
import { exactFields, integerFrom, listOf, oneOf } from "./shared-models.ts";

const { minimum, maximum } = finishedAfterDaysBounds;

/** Which features look finished, so that the code can remove them. */
export const CleanupRule = Type.Object(
  {
    days: Type.Integer({
      description: "The days for which a feature has been enabled or disabled for everyone.",
    }),
    longevities: listOf(oneOf(finishedLongevities), {
      description: "The longevities of such features; `unset` for features without one.",
    }),
  },
  { $id: "CleanupRule" },
);

export const NewCleanupRule = Type.Object(
  {
    days: integerFrom(minimum, maximum),
    longevities: listOf(oneOf(finishedLongevities), { maxItems: 3 }),
  },
  { ...exactFields, $id: "NewCleanupRule" },
);
