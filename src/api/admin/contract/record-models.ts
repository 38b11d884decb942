import { type Static, Type } from "@sinclair/typebox";
import { exactFields, integerFrom, listOf, nullable, Time } from "./shared-models.ts";

export const CheckpointRow = Type.Object(
  {
    number: Type.Integer({ minimum: 1 }),
    text: Type.String({
      description: "The ends of all chains as JSON, exactly as it is signed.",
    }),
    key: Type.String({ description: "The id of the signing key." }),
    signature: Type.String({ description: "Ed25519, in base64." }),
  },
  { $id: "Checkpoint" },
);
export type CheckpointRow = Static<typeof CheckpointRow>;

export const CheckpointList = Type.Object(
  { checkpoints: listOf(CheckpointRow) },
  { $id: "CheckpointList" },
);

export const CheckpointQuery = Type.Object(
  { limit: Type.Optional(integerFrom(1, 100)) },
  exactFields,
);

export const SigningKeyRow = Type.Object(
  {
    id: Type.String(),
    publicKey: Type.String({ description: "Ed25519, as PEM." }),
    createdAt: Time,
    replacedAt: nullable(Time),
  },
  { $id: "SigningKey" },
);
export type SigningKeyRow = Static<typeof SigningKeyRow>;

export const SigningKeyList = Type.Object(
  { keys: listOf(SigningKeyRow) },
  { $id: "SigningKeyList" },
);
