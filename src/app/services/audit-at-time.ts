import { GatehouseError } from "../../core/errors.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { State } from "../../core/model/state.ts";
import { quote } from "../../core/text/quote.ts";
import type { HistoryReads } from "./history-reads.ts";

/**
 * The sequence of the latest audit of an environment at a time; 0 if it had none. If the clock was
 * set back, the time was there twice, and this is one of both moments. Rejects with
 * `undo_impossible` if the environment did not exist, or audits of that time were removed.
 */
export async function latestAuditAt(
  reads: HistoryReads,
  state: State,
  environment: Environment,
  time: number,
): Promise<number> {
  const { id, createdAt, name } = environment;
  if (time < createdAt) {
    throw impossible(`The environment ${quote(name)} did not exist then`);
  }
  const newest = state.auditSequences.get(id) ?? 0;
  const oldest = await reads.oldest(id);
  let low = (oldest?.sequence ?? newest + 1) - 1;
  if (low > 0 && (oldest === undefined || oldest.createdAt > time)) {
    throw impossible("The audits of that time were removed");
  }
  let high = newest;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const at = await timeOf(reads, id, middle);
    if (at <= time) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

/** Rejects with `undo_impossible` unless all audits after a sequence are stored. */
export async function requireKept(
  reads: HistoryReads,
  { id }: Environment,
  after: number,
): Promise<void> {
  const oldest = await reads.oldest(id);
  if (oldest !== undefined && oldest.sequence > after + 1) {
    throw impossible("Audits have since been removed");
  }
}

/** An audit that was just removed is an early one. */
async function timeOf(reads: HistoryReads, environmentId: number, sequence: number) {
  const { audits } = await reads.page({
    environmentId,
    before: sequence + 1,
    after: sequence - 1,
    limit: 1,
    withExpressions: false,
  });
  return audits[0]?.createdAt ?? Number.NEGATIVE_INFINITY;
}

export function impossible(message: string): GatehouseError {
  return new GatehouseError("undo_impossible", { message });
}
