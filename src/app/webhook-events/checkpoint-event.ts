import type { ActBody } from "../../core/model/act.ts";
import { parseCheckpoint, signedCheckpointIn } from "../../core/model/checkpoint.ts";
import { sha256 } from "../../core/secrets/sha256.ts";
import type { Happened } from "./event-parts.ts";

/** As JSON. It leaves room for the longest names of a project and an environment. */
const textLengthMax = 20_000;

/** What a receiver needs to prove the checkpoint later, however many environments there are. */
export function checkpointInEvent(details: ActBody["details"]): Happened["data"] {
  const signed = signedCheckpointIn(details);
  const checkpoint = signed && parseCheckpoint(signed.text);
  if (signed === undefined || checkpoint === undefined) {
    return details;
  }
  const { number, text, key, signature } = signed;
  const { at, acts } = checkpoint;
  const isShort = JSON.stringify(text).length <= textLengthMax;
  return { number, at, acts, sha256: sha256(text), text: isShort ? text : null, key, signature };
}
