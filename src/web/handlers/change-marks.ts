import type { Role } from "../../model/role.ts";
import type { Services } from "../../services/services.ts";
import type { EvaluationSeries } from "../contract/telemetry-models.ts";
import type { Reader } from "../reader.ts";
import { callerOf } from "./ui-dependencies.ts";

interface Asked {
  readonly params: { readonly environment: string };
  readonly reader: Reader;
  readonly roleMin: Role;
}

const marksMax = 200;

/** The changes of a feature since a time, oldest first, to be marked on the axis of a chart. */
export async function changeMarks(
  { writer, history }: Pick<Services, "writer" | "history">,
  asked: Asked,
  key: string,
  from: number,
): Promise<EvaluationSeries["changes"]> {
  const { audits } = await history.list(callerOf(writer.state, asked), {
    keys: [key],
    actions: null,
    actor: null,
    from,
    to: null,
    before: null,
    limit: marksMax,
  });
  return audits
    .map(({ createdAt, action, sequence }) => ({ at: createdAt, action, id: sequence }))
    .reverse();
}
