import { type Static, Type } from "@sinclair/typebox";
import { Email, MemberInEnvironment, nameLengthMax, Role } from "./member-models.ts";
import { exactFields, listOf, oneOf, Person, Time, textUpTo } from "./shared-models.ts";

/** Longer than the limit, so that the refusal of a long password names the reason. */
export const PasswordText = textUpTo(1_000);
const Code = textUpTo(100, 1);

/** What the page needs before it shows anything. */
export const SessionAnswer = Type.Object(
  {
    mode: oneOf(["hosted", "mountable"]),
    user: Type.Union([Person, Type.Null()], {
      description: "Null if nobody is signed in; the mountable deployment has no people.",
    }),
    role: Type.Union([Role, Type.Null()], {
      description: "What the caller may do; null if the caller must sign in first.",
    }),
    environmentRoles: listOf(
      Type.Pick(MemberInEnvironment, ["environmentId", "role"], { $id: "OwnEnvironmentRole" }),
      { description: "The environments in which the caller has another role." },
    ),
    readOnly: Type.Union([oneOf(["flag", "open_address"]), Type.Null()], {
      description:
        "Why everyone has only the role `viewer`: a flag of the server, or a public address.",
    }),
    signOn: Type.Union(
      [
        Type.Object({
          provider: Type.String({ description: "The host name of the provider." }),
          isOnly: Type.Boolean({
            description: "Whether passwords are for owners with emergency access alone.",
          }),
          isUsed: Type.Boolean({ description: "Whether the provider started this session." }),
        }),
        Type.Null(),
      ],
      { description: "The provider with which people sign in; null without one." },
    ),
    isProven: Type.Boolean({
      description: "Whether routes that need a proof can be called without a new proof.",
    }),
    canUsePasskeys: Type.Boolean(),
    needsSetUp: Type.Boolean({
      description: "Whether the first owner of the server has no password yet.",
    }),
    version: Type.String(),
    apiPath: Type.String({
      description: "The path of the Flipper API, such as `/adapter`.",
    }),
    docsUrl: Type.String({
      description:
        "The address of the documentation: a path of this server, or that of `--docs-url`.",
    }),
    newestEvent: Type.String({
      description: "The id of the latest event; empty if the caller may not follow events.",
    }),
  },
  { $id: "CurrentSession" },
);
export type SessionAnswer = Static<typeof SessionAnswer>;

export const PasswordSignIn = Type.Object(
  { email: textUpTo(1_000), password: PasswordText },
  { ...exactFields, $id: "PasswordSignIn" },
);

export const EndedSession = Type.Object(
  {
    ended: Type.Literal(true),
    providerUrl: Type.Union([Type.String(), Type.Null()], {
      description: "The URL that ends the session at the provider too; null if there is none.",
    }),
  },
  { $id: "EndedSession" },
);

export const SetUpCode = Type.Object({ code: Code }, { ...exactFields, $id: "SetUpCode" });

export const LinkOwner = Type.Object(
  {
    email: Type.String(),
    name: Type.String(),
    isFirstOwner: Type.Boolean({
      description: "Whether the person chooses an e-mail address and a name; both are empty then.",
    }),
  },
  { $id: "LinkOwner" },
);

export const SetUpRequest = Type.Object(
  {
    code: Code,
    password: PasswordText,
    email: Type.Optional(Email),
    name: Type.Optional(textUpTo(nameLengthMax)),
  },
  { ...exactFields, $id: "SetUpRequest" },
);

export const PasswordRequest = Type.Object(
  {
    current: PasswordText,
    password: PasswordText,
    removePasskeys: Type.Optional(Type.Boolean()),
  },
  { ...exactFields, $id: "PasswordRequest" },
);

export const SignedInSession = Type.Object(
  {
    id: Type.String(),
    createdAt: Time,
    seenAt: Time,
    address: Type.String(),
    userAgent: Type.String(),
    isThis: Type.Boolean({ description: "Whether the request was sent with this session." }),
  },
  { $id: "Session" },
);
export type SignedInSession = Static<typeof SignedInSession>;

export const OwnSessions = Type.Object(
  { sessions: listOf(SignedInSession) },
  { $id: "OwnSessions" },
);

export const SessionPath = Type.Object({
  session: Type.String({ description: "The id of the session." }),
});
