import { inflateRawSync } from "node:zlib";
import { SealedBytes } from "../../core/secrets/sealed-bytes.ts";
import type { LoggedCommit } from "../shared-storage.ts";
import type { CommitMark } from "./postgres-load.ts";

/** The function `commit_1`, which `commit_2` calls, sends positions on this channel. */
export const notificationChannel = "gatehouse";

/** A commit in a notification: its changes are sealed. */
export interface SealedCommit extends Omit<LoggedCommit, "changes"> {
  /** The compressed and sealed changes, in base64. */
  readonly sealed: string;
}

/** Longer changes are not even compressed: that takes time, and few would fit. */
const changesLengthMax = 131_072;
const bytesMax = 3 * changesLengthMax;
/**
 * A notification may have 7,999 bytes. A slightly smaller one leaves the server in one piece with
 * the notification of its position.
 */
const textLengthMax = 7_500;
const pattern =
  /^(?<position>\d{1,16}) (?<batchId>[\da-f-]{36}) (?<format>\d{1,9}) (?<sealed>[\w+/=]+)$/;
const textDecoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * The text of a notification with a commit. It is sealed, as anyone who may connect to the database
 * can read and send notifications. Null if it would be too long.
 */
export function sealedText(
  secret: string,
  commit: LoggedCommit,
  before: CommitMark,
): string | null {
  const { position, batchId, format, changes } = commit;
  if (changes.length > changesLengthMax) {
    return null;
  }
  const compressed = Bun.deflateSync(Buffer.from(changes), { level: 1 });
  const seals = sealsOf(secret, commit);
  const sealed = seals.seal(compressed, signedText(commit, before)).toString("base64");
  const text = `${position} ${batchId} ${format} ${sealed}`;
  return text.length > textLengthMax ? null : text;
}

/** The commit in a notification; null for another kind of notification. */
export function sealedCommitOf(text: string): SealedCommit | null {
  const { position, batchId, format, sealed } = pattern.exec(text)?.groups ?? {};
  return batchId === undefined || sealed === undefined
    ? null
    : { position: Number(position), batchId, format: Number(format), sealed };
}

/** Null if it was sealed with another secret, or does not follow the commit `before`. */
export function openSealedCommit(
  secret: string,
  sealedCommit: SealedCommit,
  before: CommitMark,
): LoggedCommit | null {
  const { position, batchId, format, sealed } = sealedCommit;
  const seals = sealsOf(secret, sealedCommit);
  const compressed = seals.open(Buffer.from(sealed, "base64"), signedText(sealedCommit, before));
  const changes = compressed === undefined ? null : inflated(compressed);
  return changes === null ? null : { position, batchId, format, changes };
}

/** Each commit has its own key, as random nonces are not safe for any number of texts. */
function sealsOf(secret: string, { batchId }: Pick<LoggedCommit, "batchId">): SealedBytes {
  return new SealedBytes(`${secret} ${batchId}`);
}

function inflated(compressed: Uint8Array): string | null {
  try {
    return textDecoder.decode(inflateRawSync(compressed, { maxOutputLength: bytesMax }));
  } catch {
    // A version that compresses in another way sent it: the log has the commit too.
    return null;
  }
}

/**
 * Text that is signed in addition to the changes: the position of the commit in the log. It is no
 * secret: it is in this notification and in the one before, and the epoch is in the table `head`.
 */
function signedText(
  { position, batchId, format }: Omit<LoggedCommit, "changes">,
  before: CommitMark,
): string {
  return [before.epoch, before.batchId, position, batchId, format].join(" ");
}
