import { type Static, Type } from "@sinclair/typebox";
import { trustClaimsMax } from "../../../core/model/sign-on.ts";
import { tokenAccesses } from "../../../core/model/token.ts";
import { linePattern } from "../../../core/text/text-patterns.ts";
import { exactFields, lineOf, listOf, oneOf, Time, textUpTo } from "./shared-models.ts";

const tokenLengthMax = 16_384;
const urlLengthMax = 2_048;
const nameLengthMax = 255;

const Claim = Type.Object(
  { name: textUpTo(nameLengthMax, 1), value: textUpTo(1_000, 1) },
  { ...exactFields, $id: "TrustedClaim" },
);

const trusted = {
  name: lineOf(nameLengthMax, linePattern),
  issuer: textUpTo(urlLengthMax, 1),
  audience: textUpTo(nameLengthMax, 1),
  claims: listOf(Claim, {
    minItems: 1,
    maxItems: trustClaimsMax,
    description: "The claims that a token must have, with exactly these values.",
  }),
  access: oneOf(tokenAccesses),
};

export const TrustRule = Type.Object(
  {
    id: Type.String(),
    ...trusted,
    environmentId: Type.Integer({ minimum: 1 }),
    environment: Type.String({ description: "The slug of the environment." }),
    project: Type.String({ description: "The name of the project." }),
    createdAt: Time,
  },
  { $id: "TrustRule" },
);
export type TrustRule = Static<typeof TrustRule>;

export const TrustRuleList = Type.Object({ rules: listOf(TrustRule) }, { $id: "TrustRuleList" });

export const NewTrustRule = Type.Object(
  {
    ...trusted,
    environment: Type.String({
      maxLength: 300,
      description: "The id or the slug of the environment of the jobs.",
    }),
  },
  { ...exactFields, $id: "NewTrustRule" },
);
export type NewTrustRule = Static<typeof NewTrustRule>;

export const SavedTrustRule = Type.Object({ rule: TrustRule }, { $id: "SavedTrustRule" });

export const TrustRulePath = Type.Object({
  rule: Type.String({ description: "The id of the trust rule." }),
});

export const CiSignIn = Type.Object(
  {
    token: textUpTo(tokenLengthMax, 1),
    environment: Type.Optional(
      Type.String({
        maxLength: 300,
        description: "The slug of the environment, if rules for several environments match.",
      }),
    ),
  },
  { ...exactFields, $id: "CiSignIn" },
);

export const SignedInJob = Type.Object(
  {
    token: Type.String({ description: "A token of the environment; it is shown only once." }),
    expiresAt: Time,
    environment: Type.String({ description: "The slug of the environment." }),
    project: Type.String({ description: "The name of the project." }),
    access: oneOf(tokenAccesses),
  },
  { $id: "SignedInJob" },
);
