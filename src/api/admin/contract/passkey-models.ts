import { type Static, Type } from "@sinclair/typebox";
import { nameLengthMax } from "./member-models.ts";
import { PasswordText } from "./session-models.ts";
import { exactFields, listOf, nullable, Time, textUpTo } from "./shared-models.ts";

const Credential = Type.Object(
  {},
  {
    additionalProperties: true,
    description: "The JSON form of the credential that the browser returned.",
  },
);

export const Passkey = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    createdAt: Time,
    lastUsedAt: nullable(Time),
  },
  { $id: "Passkey" },
);
export type Passkey = Static<typeof Passkey>;

export const OwnPasskeys = Type.Object({ passkeys: listOf(Passkey) }, { $id: "OwnPasskeys" });

export const PasskeyOptions = Type.Object(
  {
    options: Type.Object(
      {},
      {
        additionalProperties: true,
        description: "The JSON form of the options that the browser takes.",
      },
    ),
  },
  { $id: "PasskeyOptions" },
);

export const PasskeyAssertion = Type.Object(
  { response: Credential },
  { ...exactFields, $id: "PasskeyAssertion" },
);

export const NewPasskey = Type.Object(
  { name: textUpTo(nameLengthMax), response: Credential },
  { ...exactFields, $id: "NewPasskey" },
);

/** Proves who the person is: the password, or the response of a passkey (docs/decisions.md#proofs). */
export const ProofRequest = Type.Union(
  [
    Type.Object({ password: PasswordText }, exactFields),
    Type.Object({ response: Credential }, exactFields),
  ],
  { $id: "ProofRequest" },
);

export const PasskeyPath = Type.Object({
  passkey: Type.String({ description: "The id of the passkey." }),
});
