import type { SealedBytes } from "../../secrets/sealed-bytes.ts";
import type { LoggedCommit } from "../shared-storage.ts";
import type { CommitMark } from "./postgres-load.ts";

/** On this channel the function `commit_1` tells of positions too. */
export const notificationChannel = "gatehouse";

/** A commit as a notification has it: its changes are sealed. */
export interface SealedCommit extends Omit<LoggedCommit, "changes"> {
  /** The compressed and sealed changes, in base64. */
  readonly sealed: string;
}

/** Longer changes would not fit even when they are compressed. */
const changesLengthMax = 131_072;
/**
 * A notification may have 7,999 bytes. One that is a little smaller leaves the server in one piece
 * with the notification of its position.
 */
const textLengthMax = 7_500;
const pattern =
  /^(?<position>\d{1,16}) (?<batchId>[\da-f-]{36}) (?<format>\d{1,9}) (?<sealed>[\w+/=]+)$/;

const textDecoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * The text of a notification that tells of a commit. It is sealed, as whoever may connect to the
 * database can read and send notifications. Null if it would be too long.
 */
export function sealedText(
  seals: SealedBytes,
  commit: LoggedCommit,
  before: CommitMark,
): string | null {
  const { position, batchId, format, changes } = commit;
  if (changes.length > changesLengthMax) {
    return null;
  }
  const compressed = Bun.deflateSync(Buffer.from(changes), { level: 1 });
  const sealed = seals.seal(compressed, signedText(commit, before)).toString("base64");
  const text = `${position} ${batchId} ${format} ${sealed}`;
  return text.length > textLengthMax ? null : text;
}

/** The commit of which a notification tells; null if it is of another kind. */
export function sealedCommitOf(text: string): SealedCommit | null {
  const { position, batchId, format, sealed } = pattern.exec(text)?.groups ?? {};
  return batchId === undefined || sealed === undefined
    ? null
    : { position: Number(position), batchId, format: Number(format), sealed };
}

/** Null if it was not sealed with this key, as the commit that follows another one. */
export function openSealedCommit(
  seals: SealedBytes,
  sealedCommit: SealedCommit,
  before: CommitMark,
): LoggedCommit | null {
  const { position, batchId, format, sealed } = sealedCommit;
  const compressed = seals.open(Buffer.from(sealed, "base64"), signedText(sealedCommit, before));
  if (compressed === undefined) {
    return null;
  }
  const changes = textDecoder.decode(Bun.inflateSync(compressed));
  return { position, batchId, format, changes };
}

/** What is not encrypted, and what only those know who follow the log. */
function signedText(
  { position, batchId, format }: Omit<LoggedCommit, "changes">,
  before: CommitMark,
): string {
  return [before.epoch, before.batchId, position, batchId, format].join(" ");
}
