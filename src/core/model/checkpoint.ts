import { isJsonObject } from "../text/json-object.ts";
import { type ChainHead, isChainHead } from "./act.ts";

/** The ends of all chains at one moment. */
export interface Checkpoint {
  /** Counts from 1 in the installation. */
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly installation: string;
  readonly acts: ChainHead;
  readonly environments: readonly CheckpointedEnvironment[];
}

export interface CheckpointedEnvironment extends ChainHead {
  readonly environment: number;
}

/** A checkpoint with its signature, as acts, files and webhooks have it. */
export interface SignedCheckpoint {
  readonly number: number;
  /** `checkpointText` of the checkpoint, which the signature covers. */
  readonly text: string;
  /** The id of the signing key. */
  readonly key: string;
  /** In base64. */
  readonly signature: string;
}

/** A checkpoint whose text was too long for a webhook, and which the record has. */
export interface CheckpointAnchor {
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly acts: ChainHead;
  /** SHA-256 of the text, as lower-case hexadecimal. */
  readonly sha256: string;
}

const format = "gatehouse-checkpoint-1";

/** The format of an export with proofs, in its first line. */
export const proofFormat = "gatehouse-proofs-1";

/** The text that is signed: JSON with one order of members. */
export function checkpointText(checkpoint: Checkpoint): string {
  const { number, at, installation, acts, environments } = checkpoint;
  const ends = environments.map((each) => [each.environment, each.sequence, each.hash]);
  return JSON.stringify([format, number, at, installation, [acts.sequence, acts.hash], ends]);
}

/** Undefined for a text that is no checkpoint. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(parsed)) {
    return undefined;
  }
  const [name, number, at, installation, acts, ends] = parsed;
  const environments = Array.isArray(ends) ? ends.map(environmentIn) : [undefined];
  return name === format &&
    typeof number === "number" &&
    typeof at === "number" &&
    typeof installation === "string" &&
    Array.isArray(acts) &&
    isChainHead({ sequence: acts[0], hash: acts[1] }) &&
    environments.every((each) => each !== undefined)
    ? { number, at, installation, acts: { sequence: acts[0], hash: acts[1] }, environments }
    : undefined;
}

function environmentIn(end: unknown): CheckpointedEnvironment | undefined {
  if (!Array.isArray(end)) {
    return undefined;
  }
  const [environment, sequence, hash] = end;
  const head = { sequence, hash };
  return typeof environment === "number" && isChainHead(head)
    ? { environment, ...head }
    : undefined;
}

/** A signed checkpoint from JSON; undefined for anything else. */
export function signedCheckpointIn(value: unknown): SignedCheckpoint | undefined {
  if (!isJsonObject(value)) {
    return undefined;
  }
  const { number, text, key, signature } = value;
  return typeof number === "number" &&
    typeof text === "string" &&
    typeof key === "string" &&
    typeof signature === "string"
    ? { number, text, key, signature }
    : undefined;
}

/** An anchor from JSON; undefined for anything else. */
export function checkpointAnchorIn(value: unknown): CheckpointAnchor | undefined {
  if (!isJsonObject(value) || !isJsonObject(value.acts)) {
    return undefined;
  }
  const { number, at, sha256 } = value;
  const { sequence, hash } = value.acts;
  return typeof number === "number" &&
    typeof at === "number" &&
    typeof sha256 === "string" &&
    typeof sequence === "number" &&
    typeof hash === "string"
    ? { number, at, acts: { sequence, hash }, sha256 }
    : undefined;
}

/** The text with which a signing key confirms the key that replaces it. */
export function rotationText(installation: string, publicKey: string): string {
  return JSON.stringify(["gatehouse-key-1", installation, publicKey]);
}
