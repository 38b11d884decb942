import type { CheckpointRow } from "../../api/admin/contract/record-models.ts";

interface CheckpointFacts {
  readonly at: number;
  readonly acts: number;
  readonly audits: number;
}

/** What a checkpoint covers, from the text that was signed; null for a text of another version. */
export function checkpointFacts({ text }: Pick<CheckpointRow, "text">): CheckpointFacts | null {
  const [format, , at, , acts, ends] = JSON.parse(text) as readonly unknown[];
  if (format !== "gatehouse-checkpoint-1" || !Array.isArray(acts) || !Array.isArray(ends)) {
    return null;
  }
  const audits = ends.reduce<number>((sum, [, sequence]) => sum + Number(sequence), 0);
  return { at: Number(at), acts: Number(acts[0]), audits };
}
