/**
 * A commit of an installation: positions alone do not distinguish a restored database from another
 * one.
 */
export interface CommitPosition {
  readonly position: number;
  /** The id of the commit's batch; empty before the first commit. */
  readonly batchId: string;
}

const positionText = /^(?<position>\d{1,15})-(?<batchId>[\w-]{0,100})$/;

export function textOfPosition({ position, batchId }: CommitPosition): string {
  return `${position}-${batchId}`;
}

/** Undefined for another text. */
export function parsePosition(text: string): CommitPosition | undefined {
  const { position, batchId } = positionText.exec(text)?.groups ?? {};
  return position === undefined || batchId === undefined
    ? undefined
    : { position: Number(position), batchId };
}

export function isSamePosition(left: CommitPosition, right: CommitPosition): boolean {
  return left.position === right.position && left.batchId === right.batchId;
}
