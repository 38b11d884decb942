import { Elysia } from "elysia";
import type { Environment } from "../../../core/model/environment.ts";
import { roleAtLeast } from "../../../core/model/role.ts";
import { productionOf } from "../../../core/model/state-lookups.ts";
import { minuteMs } from "../../../core/time-units.ts";
import { answered } from "../../../http/declared/documented-schemas.ts";
import type { ActivityKind, ClientRequest as Seen } from "../../common/clients/client-activity.ts";
import type { AdminCaller, AdminRoutes } from "../admin-routes.ts";
import { type ClientRequest, FirstRun } from "../contract/first-run-models.ts";
import { EvaluationReads } from "./evaluation-reads.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

/** One message to the worker of telemetry. */
const evaluatedKeysMax = 500;

/** The facts of the checklist for a new server (docs/admin-api.md#first-run). */
export function firstRunController(deps: UiDependencies, routes: AdminRoutes) {
  const reads = new EvaluationReads(deps);
  return new Elysia({ tags: ["Server"] }).use(routes).get(
    "/first-run",
    async ({ caller }) => ({
      ...clientFacts(deps, caller),
      latestEvaluation: await latestEvaluation(deps, reads, caller),
      refused: refusedAttempts(deps, caller),
      ...countsOf(deps, caller),
    }),
    {
      role: "viewer",
      hostedOnly: true,
      response: { 200: answered(FirstRun, "The facts") },
      refuses: [],
      detail: {
        operationId: "getFirstRun",
        summary: "Get what is left to do on a new server",
        description:
          "Requests of clients are remembered in memory since the start of this server. Of a shared " +
          "database each server remembers its own.",
      },
    },
  );
}

function clientFacts({ services, clients }: UiDependencies, { projectId }: AdminCaller) {
  const { state } = services.writer;
  const ofProject = state.environments
    .toIndexedSeq()
    .filter((each) => each.projectId === projectId);
  const seen = ofProject.toArray().flatMap((environment) => {
    const activity = clients?.in(environment.id);
    const tokenUsedAt = state.tokens
      .valueSeq()
      .filter(({ environmentId }) => environmentId === environment.id)
      .reduce((latest, { lastUsedAt }) => Math.max(latest, lastUsedAt ?? 0), 0);
    return activity === undefined && tokenUsedAt === 0
      ? []
      : [{ environment, activity, tokenUsedAt: tokenUsedAt === 0 ? null : tokenUsedAt }];
  });
  const latest = (kind: ActivityKind) =>
    shown(
      seen.map(({ environment, activity }) => [environment, activity?.latest[kind]]),
      (left, right) => right.at - left.at,
    );
  const environments = seen.map(({ environment, activity, tokenUsedAt }) => ({
    environment: environment.slug,
    checkedAt: activity?.latest.check?.at ?? null,
    readAt: activity?.latest.read?.at ?? null,
    submittedAt: activity?.latest.telemetry?.at ?? null,
    tokenUsedAt,
  }));
  return {
    since: clients?.since ?? null,
    firstRequest: shown(
      seen.map(({ environment, activity }) => [environment, activity?.first]),
      (left, right) => left.at - right.at,
    ),
    latestCheck: latest("check"),
    latestRead: latest("read"),
    environments: environments.sort((left, right) => latestOf(right) - latestOf(left)),
  };
}

type Times = Readonly<
  Record<"checkedAt" | "readAt" | "submittedAt" | "tokenUsedAt", number | null>
>;

function latestOf({ checkedAt, readAt, submittedAt, tokenUsedAt }: Times): number {
  return Math.max(checkedAt ?? 0, readAt ?? 0, submittedAt ?? 0, tokenUsedAt ?? 0);
}

function shown(
  requests: readonly (readonly [Environment, Seen | undefined])[],
  order: (left: Seen, right: Seen) => number,
): ClientRequest | null {
  const known = requests.flatMap(([{ slug }, request]) =>
    request === undefined ? [] : [{ ...request, slug }],
  );
  const [found] = known.sort(order);
  return found === undefined
    ? null
    : { environment: found.slug, at: found.at, key: found.key, client: found.client };
}

/** Null also while telemetry is unavailable. */
async function latestEvaluation(
  { services }: UiDependencies,
  reads: EvaluationReads,
  caller: AdminCaller,
) {
  const { state } = services.writer;
  const { slug, projectId } = productionOf(state, caller.projectId);
  const asked = { ...caller, token: null };
  const { environment, retentionDays, series } = reads.asked(slug, asked, 1);
  const keys = state.features.get(projectId)?.keySeq().take(evaluatedKeysMax).toArray() ?? [];
  if (retentionDays === 0 || keys.length === 0) {
    return null;
  }
  const counts = await reads.ifAvailable(() => reads.counts(environment, keys, series));
  const times = counts?.map(({ last }, at) => ({ key: keys[at] ?? "", last: last ?? -1 })) ?? [];
  const [latest] = times.sort((left, right) => right.last - left.last);
  return latest === undefined || latest.last < 0
    ? null
    : { key: latest.key, at: latest.last * minuteMs };
}

function refusedAttempts({ clients }: UiDependencies, { role }: AdminCaller) {
  const seesAddresses = role !== null && roleAtLeast(role, "admin");
  return (clients?.attempts() ?? []).map(({ kind, at, count, address, token, ending }) => ({
    ...{ kind, at, count, ending },
    address: seesAddresses ? address : null,
    token: token === null ? null : { id: token.id, name: token.name },
  }));
}

function countsOf({ services }: UiDependencies, { projectId, signedIn }: AdminCaller) {
  const { state } = services.writer;
  const members = state.organizationMembers.valueSeq().reduce((sum, { size }) => sum + size, 0);
  return {
    featureCount: state.features.get(projectId)?.size ?? 0,
    otherEnvironmentCount: state.environments.count(
      (each) => each.projectId === projectId && each.kind === "custom",
    ),
    otherMemberCount: signedIn === null ? members : members - 1,
  };
}
