import type { Services } from "../../../app/services/services.ts";
import type { Caller } from "../../../core/model/caller.ts";
import type { EvaluationSeries } from "../contract/telemetry-models.ts";

const marksMax = 200;

/** The changes of a feature since a time, oldest first, as marks on the axis of a chart. */
export async function changeMarks(
  { history }: Pick<Services, "history">,
  caller: Caller,
  key: string,
  from: number,
): Promise<EvaluationSeries["changes"]> {
  const { audits } = await history.list(caller, {
    keys: [key],
    actions: null,
    actor: null,
    text: null,
    from,
    to: null,
    before: null,
    limit: marksMax,
  });
  return audits
    .map(({ createdAt, action, sequence }) => ({ at: createdAt, action, id: sequence }))
    .reverse();
}
