import { Type } from "@sinclair/typebox";
import { reasonForm, reasonLengthMax } from "../../../core/model/reason.ts";
import { linkForm, linkLengthMax, linksMax } from "../../../core/model/reason-links.ts";
import { exactFields, listOf } from "./shared-models.ts";

/** Enough for a reason with links, and with outer white space, which is removed. */
const sentLengthMax = 4 * reasonLengthMax + linksMax * linkLengthMax;

const reason = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: sentLengthMax,
    description: `Why the change is made: ${reasonForm}. Last lines that are https addresses are links. It is stored with the audits of the change.`,
  }),
);

const linksText = `Addresses with more about the reason, each ${linkForm}; they need a \`reason\`.`;

/** The links of a reason in an answer. */
export const Links = listOf(Type.String(), {
  description: "The addresses that were sent with the reason.",
});

/** The reason in an answer about audits. */
export const answeredReason = {
  reason: Type.Union([Type.String(), Type.Null()], {
    description: "Why the author made the change; all audits of a step have the same reason.",
  }),
  links: Links,
};

export const reasonOnly = {
  reason,
  links: Type.Optional(
    listOf(Type.String({ maxLength: linkLengthMax }), {
      maxItems: linksMax,
      description: linksText,
    }),
  ),
};

const requestText =
  "Whether to open a change request if the environment is protected: then the answer is 202.";
const bypassText =
  "Whether to change a protected environment without approval, which the policy may allow; needs a " +
  "`reason` of at least 10 characters.";

/** A member of the body of every route that changes features and writes audits. */
export const reasonMember = {
  ...reasonOnly,
  request: Type.Optional(Type.Boolean({ description: requestText })),
  bypass: Type.Optional(Type.Boolean({ description: bypassText })),
};

const pauseText =
  "Whether the change pauses the rollout of the feature; otherwise it is refused with `rollout_running`.";

/** A member of the body of every route that changes gates. */
export const changeMember = {
  ...reasonMember,
  pause_rollout: Type.Optional(Type.Boolean({ description: pauseText })),
};

/** As `changeMember`, for a query. */
export const reasonQuery = {
  reason,
  links: Type.Optional(
    Type.String({
      maxLength: 2 * linksMax * linkLengthMax,
      description: `A JSON list. ${linksText}`,
    }),
  ),
  request: Type.Optional(Type.Literal("true", { description: requestText })),
  bypass: Type.Optional(Type.Literal("true", { description: bypassText })),
  pause_rollout: Type.Optional(Type.Literal("true", { description: pauseText })),
};

/** For a change without a body. */
export const ReasonQuery = Type.Object(reasonQuery, exactFields);
