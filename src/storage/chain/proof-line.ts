import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { proofFormat } from "../../core/model/checkpoint.ts";

const Hash = Type.String({ pattern: "^[0-9a-f]{64}$" });
const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const IntegerOrNull = Type.Union([Type.Integer(), Type.Null()]);

/** The head of an export with proofs, its first line. */
export const ProofHead = Type.Object({
  type: Type.Literal("head"),
  format: Type.Literal(proofFormat),
  installation: Type.String(),
});

const Act = Type.Object({
  n: Type.Integer(),
  at: Type.Integer(),
  body: Type.String(),
  hash: Hash,
});

const Key = Type.Object({ id: Type.String(), publicKey: Type.String() });

const Environment = Type.Object({
  id: Type.Integer(),
  removed: Type.Object({
    sequence: Type.Integer(),
    hash: Type.Union([Hash, Type.Null()]),
  }),
});

const Audit = Type.Object({
  environmentId: Type.Integer(),
  sequence: Type.Integer(),
  createdAt: Type.Integer(),
  action: Type.String(),
  actorType: Type.String(),
  actorId: Type.String(),
  featureKey: Type.String(),
  value: TextOrNull,
  featureId: IntegerOrNull,
  step: IntegerOrNull,
  target: IntegerOrNull,
  difference: TextOrNull,
  reason: TextOrNull,
  hash: Type.Union([Hash, Type.Null()]),
});

/** A further line of an export with proofs. */
const ProofLine = Type.Union([
  Type.Object({ type: Type.Literal("act"), value: Act }),
  Type.Object({ type: Type.Literal("key"), value: Key }),
  Type.Object({ type: Type.Literal("environment"), value: Environment }),
  Type.Object({ type: Type.Literal("audit"), value: Audit }),
  Type.Object({ type: Type.Literal("end") }),
]);
export type ProofLine = Static<typeof ProofLine>;

/** Undefined if the line is no record. */
export function proofLineOf(line: unknown): ProofLine | undefined {
  return Value.Check(ProofLine, line) ? line : undefined;
}
