import { Type } from "@sinclair/typebox";
import { Count } from "./feature-models.ts";
import { listOf, nullable, oneOf } from "./shared-models.ts";

const Share = Type.Number({ minimum: 0, maximum: 1 });

const ExpectedShare = Type.Object(
  {
    share: Type.Union([Share, Type.Null()], {
      description: "Null if it depends on the actors of the checks.",
    }),
    unknownBecause: listOf(oneOf(["expression", "actors", "groups"]), {
      description: "The gates on which it depends.",
    }),
  },
  {
    $id: "ExpectedShare",
    description: "The share of checks with an actor that the gates enable, in expectation.",
  },
);

export const ChangesImpact = Type.Object(
  {
    checks: nullable({
      ...Count,
      description: "The evaluations of yesterday (UTC); null without telemetry of that day.",
    }),
    enabledShare: nullable({
      ...Share,
      description: "The share of the evaluations of yesterday with the result enabled.",
    }),
    before: ExpectedShare,
    after: ExpectedShare,
    mirroringCount: {
      ...Count,
      description:
        "How many other environments have the gates of Production for this feature; 0 for changes " +
        "of another environment.",
    },
  },
  { $id: "ChangesImpact" },
);
