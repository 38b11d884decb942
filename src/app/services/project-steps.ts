import type { HistoryAudit } from "../../core/model/audit.ts";
import type { Environment } from "../../core/model/environment.ts";
import { EventLoopSlice } from "../../core/scheduling/event-loop-slice.ts";
import type { Writer } from "../writer/writer.ts";
import { auditsWith } from "./audit-text.ts";
import { ReadBudget } from "./history-reads.ts";
import type { HistoryStep, HistorySteps, StepFilter, StepSearch } from "./history-steps.ts";
import type { StepCursor } from "./project-step-cursor.ts";
import { type FoundAudit, StepStream } from "./step-stream.ts";

export type ProjectStepFilter = Omit<StepFilter, "before">;

/** A step with its environment. */
export interface ProjectStep extends HistoryStep {
  readonly environment: Environment;
}

export interface ProjectStepList {
  /** Latest first. */
  readonly steps: readonly ProjectStep[];
  /** Where the next page continues, which may have no steps; null at the end. */
  readonly next: StepCursor | null;
  /** How many steps match; null if counting them takes long. */
  readonly stepCount: number | null;
  /** How many audits match; null if counting them takes long. */
  readonly auditCount: number | null;
}

/** Reads of one page in addition to one for each environment. */
const readsMax = 100;

/**
 * Steps of several environments, latest first. The steps of each environment are in the order of its
 * audits; the latest of the next steps of all environments comes first.
 */
export class ProjectSteps {
  readonly #steps: HistorySteps;
  readonly #writer: Writer;
  readonly #now: () => number;

  constructor(steps: HistorySteps, writer: Writer, now: () => number) {
    this.#steps = steps;
    this.#writer = writer;
    this.#now = now;
  }

  /** A page of at most `limit` steps with a matching audit. Rejects with `unavailable`. */
  async list(
    environments: readonly Environment[],
    { text, ...asked }: ProjectStepFilter,
    cursor: StepCursor | null,
  ): Promise<ProjectStepList> {
    const matches = text === null ? null : auditsWith(this.#writer.state, text);
    const filter = { ...asked, matches };
    const streams = environments.map((each) => this.#streamOf(each, filter, cursor));
    const budget = new ReadBudget(streams.length + readsMax);
    for (const stream of streams) {
      await stream.fill(budget);
    }
    const through = cursor?.through ?? streams.reduce(latestTime, this.#now());
    const taken = await takeLatest(streams, filter.limit, budget);
    const steps: ProjectStep[] = [];
    for (const { environment, found } of taken) {
      const step = await this.#steps.whole(environment, found, filter);
      if (step !== undefined) {
        steps.push({ environment, ...step });
      }
    }
    const isWhole = streams.every(({ isEnd }) => isEnd);
    const isAll = isWhole && cursor === null;
    return {
      steps,
      next: isWhole ? null : { through, positions: positionsOf(streams) },
      stepCount: isAll ? steps.length : null,
      auditCount: isAll ? steps.reduce((sum, { count }) => sum + count, 0) : null,
    };
  }

  #streamOf(
    environment: Environment,
    filter: Omit<StepSearch, "before">,
    cursor: StepCursor | null,
  ): StepStream {
    const newest = this.#writer.state.auditSequences.get(environment.id) ?? 0;
    const position = cursor?.positions.get(environment.id) ?? null;
    // Steps that were added since the first page.
    const isBounded = cursor !== null && position === null;
    const to = isBounded
      ? Math.min(filter.to ?? Number.POSITIVE_INFINITY, cursor.through + 1)
      : filter.to;
    // A text can be a part of an expression.
    const search = { ...filter, to, withExpressions: filter.matches !== null };
    return new StepStream(environment, position, newest, async (before, limit, budget) => {
      const read = { ...search, before, limit };
      const { found, next } = await this.#steps.find(environment, read, budget);
      return { found: found.map(withoutValues), next };
    });
  }
}

function withoutValues({ sequence, step, createdAt }: HistoryAudit): FoundAudit {
  return { sequence, step, createdAt };
}

function latestTime(time: number, { head }: StepStream): number {
  return Math.max(time, head?.createdAt ?? 0);
}

interface TakenStep {
  readonly environment: Environment;
  readonly found: FoundAudit;
}

/** Stops where the next step of an environment is not known. */
async function takeLatest(
  streams: readonly StepStream[],
  limit: number,
  budget: ReadBudget,
): Promise<readonly TakenStep[]> {
  const taken: TakenStep[] = [];
  const slice = new EventLoopSlice();
  while (taken.length < limit && !streams.some(({ isUnknown }) => isUnknown)) {
    const latest = streams.reduce<StepStream | undefined>(
      (best, each) => (timeOf(each) > timeOf(best) ? each : best),
      undefined,
    );
    if (latest?.head === undefined) {
      break;
    }
    taken.push({ environment: latest.environment, found: latest.take() });
    await latest.fill(budget);
    if (slice.isOver) {
      await slice.startNext();
    }
  }
  return taken;
}

function timeOf(stream: StepStream | undefined): number {
  return stream?.head?.createdAt ?? Number.NEGATIVE_INFINITY;
}

function positionsOf(streams: readonly StepStream[]): ReadonlyMap<number, number> {
  return new Map(
    streams.flatMap(({ environment, position }): [number, number][] =>
      position === null ? [] : [[environment.id, position]],
    ),
  );
}
