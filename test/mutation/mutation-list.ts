import { accountMutations } from "./account-mutations.ts";
import { adminMutations } from "./admin-mutations.ts";
import { doorMutations } from "./door-mutations.ts";
import { expressionMutations } from "./expression-mutations.ts";
import { faultMutations } from "./fault-mutations.ts";
import { httpMutations } from "./http-mutations.ts";
import { importMutations } from "./import-mutations.ts";
import { listMutations } from "./list-mutations.ts";
import { migrationMutations } from "./migration-mutations.ts";
import type { Mutation } from "./mutation.ts";
import { requestMutations } from "./request-mutations.ts";
import { signInMutations } from "./sign-in-mutations.ts";
import { streamMutations } from "./stream-mutations.ts";
import { targetMutations } from "./target-mutations.ts";
import { uiMutations } from "./ui-mutations.ts";
import { undoMutations } from "./undo-mutations.ts";
import { webhookMutations } from "./webhook-mutations.ts";

const mutations: readonly Mutation[] = [
  {
    threat: "metric label explosion: a method",
    file: "src/server/metrics/request-counters.ts",
    from: "methods.has(sentMethod) ? sentMethod : otherMethod",
    to: "sentMethod + otherMethod.slice(9)",
    tests: ["threats/metric-label-explosion.test.ts"],
  },
  {
    threat: "credentials compared in a time that depends on them",
    file: "src/api/common/access/mountable-access.ts",
    from: "timingSafeEqual(expected, digest(credentials))",
    to: "Buffer.from(expected).equals(digest(credentials)) && timingSafeEqual(expected, expected)",
    tests: ["threats/credential-timing.test.ts"],
  },
  {
    threat: "decompression bomb",
    file: "src/http/request/gzip-body.ts",
    from: "{ maxOutputLength: inflatedBytesMax, info: true }",
    to: "{ maxOutputLength: inflatedBytesMax * 1_000, info: true }",
    tests: ["http/request/gzip-body.test.ts", "conformance/size-limits.long.test.ts"],
  },
  {
    threat: "unbounded body",
    file: "src/http/request/request-body.ts",
    from: "      if (length > bytesMax) {",
    to: "      if (length > bytesMax * 1_000) {",
    tests: ["http/request/request-body.test.ts", "threats/unbounded-body.long.test.ts"],
  },
  {
    threat: "token handling: a revoked token goes on working",
    file: "src/api/common/access/hosted-access.ts",
    from: "token.revokedAt !== null || ",
    to: "",
    tests: ["hosted/permissions.test.ts"],
  },
  {
    threat: "token handling: an expired token goes on working",
    file: "src/api/common/access/hosted-access.ts",
    from: "if (expiresAt !== null && now() >= expiresAt) {",
    to: "if (expiresAt === 0 && now() >= expiresAt) {",
    tests: ["hosted/token-expiry.test.ts", "hosted/permissions.test.ts"],
  },
  {
    threat: "token handling: a deleted preview token deletes another environment",
    file: "src/api/flipper/environments/environment-controller.ts",
    from: "access.endedEnvironmentId(request) === Number(id)",
    to: "access.endedEnvironmentId(request) !== undefined",
    tests: ["hosted/repeated-delete.long.test.ts"],
  },
  {
    threat: "state without a quota",
    file: "src/app/commands/quotas.ts",
    from: "if (after > max && after > before) {",
    to: "if (after > max * 1_000 && after > before) {",
    tests: ["hosted/quotas.test.ts"],
  },
  {
    threat: "state without a quota: removed values go on counting",
    file: "src/core/model/apply-change.ts",
    from: "-(state.storedBytes.byEnvironment.get(environmentId) ?? 0),",
    to: "0,",
    tests: ["core/model/stored-bytes.test.ts", "hosted/quotas.test.ts"],
  },
  {
    threat: "a wrong clock deletes history",
    file: "src/core/model/clock-mark.ts",
    from: "return Math.min(mark.seenAt, now);",
    to: "return Math.max(mark.seenAt, now);",
    tests: ["core/model/clock-mark.test.ts", "hosted/audit-retention.test.ts"],
  },
  {
    threat: "privilege escalation: a read-only token writes",
    file: "src/api/common/access/hosted-access.ts",
    from: 'if (caller.token.access !== "read_and_write") {',
    to: 'if (caller.token.access === "read_only" && request.method === "PATCH") {',
    tests: ["hosted/permissions.test.ts"],
  },
  {
    threat: "privilege escalation: a preview token deletes features of the project",
    file: "src/api/common/access/hosted-access.ts",
    from: 'if (caller.environment.kind !== "production") {',
    to: 'if (caller.environment.kind === "personal") {',
    tests: ["hosted/permissions.test.ts"],
  },
  {
    threat: "metadata leak: paths are told without a token",
    file: "src/api/flipper/hosted-api.ts",
    from: "guard: (request) => void access.reader(request),",
    to: "guard: () => undefined,",
    tests: ["hosted/permissions.test.ts", "hosted/path-bypass.test.ts"],
  },
  {
    threat: "stack trace / internals leak",
    file: "src/http/routing/error-handler.ts",
    from: 'new GatehouseError("internal", { message })',
    to: 'new GatehouseError("internal", { message: message + String(error) })',
    tests: ["threats/stack-trace-leak.test.ts", "http/routing/error-handler.test.ts"],
  },
  {
    threat: "addresses that clients make up",
    file: "src/http/limits/client-addresses.ts",
    from: "if (!this.#trustsAny || !this.#trusts(client)) {",
    to: "if (!this.#trustsAny) {",
    tests: ["http/limits/client-addresses.test.ts"],
  },
  {
    threat: "pages of other origins that send changes",
    file: "src/server/refuse-cross-site-writes.ts",
    from: "return ownSites.has(site);",
    to: 'return site !== "x";',
    tests: ["server/refuse-cross-site-writes.test.ts"],
  },
  {
    threat: "auth bypass by path: bad escapes",
    file: "src/http/routing/canonical-path.ts",
    from: "  percentDecode(rooted);\n",
    to: "",
    tests: ["http/routing/canonical-path.test.ts"],
  },
  {
    threat: "telemetry poison: a repeated submission counts twice",
    file: "src/telemetry/worker/commit-batch.ts",
    from: "if (this.#options.store.isCounted(id) || this.#counted.has(text)) {",
    to: "if (this.#options.store.isCounted(id) && this.#counted.has(text)) {",
    tests: ["telemetry/submissions.test.ts"],
  },
  {
    threat: "telemetry poison: times in milliseconds are accepted and dropped",
    file: "src/telemetry/worker/reading/gem-format-reader.ts",
    from: "return time < timeEnd ? time : -1;",
    to: "return time < timeEnd * 1_000 ? time : -1;",
    tests: ["telemetry/submission-refusals.test.ts", "telemetry/worker/reading"],
  },
  {
    threat: "telemetry poison: an environment makes the server forget another's submissions",
    file: "src/telemetry/worker/store/request-id-rows.ts",
    from: 'eq(environmentId, sql.placeholder("environmentId")),',
    to: "sql`true`,",
    tests: ["telemetry/worker/store", "telemetry/request-id-shares.long.test.ts"],
  },
  {
    threat: "idle uploads: a token may take the whole queue",
    file: "src/telemetry/queue-shares.ts",
    from: "const tokenShare = 1 / 4;",
    to: "const tokenShare = 4 / 4;",
    tests: ["threats/idle-uploads.long.test.ts", "telemetry/uploads.test.ts"],
  },
  {
    threat: "idle uploads: a project may take the whole queue",
    file: "src/telemetry/queue-shares.ts",
    from: "const projectShare = 3 / 4;",
    to: "const projectShare = 4 / 4;",
    tests: ["telemetry/uploads.test.ts"],
  },
  {
    threat: "idle uploads: the declared length is reserved",
    file: "src/api/flipper/telemetry/submission-body.ts",
    from: "upload.onTimeout(cancel);",
    to: "upload.onTimeout(cancel);\n  upload.reserve(bytesMax);",
    tests: ["threats/idle-uploads.long.test.ts", "telemetry/uploads.test.ts"],
  },
  {
    threat: "idle uploads: a body that was refused is read on",
    file: "src/api/flipper/telemetry/submission-body.ts",
    from: "    cancel();\n    throw error;",
    to: "    throw error;",
    tests: ["telemetry/uploads.test.ts"],
  },
  {
    threat: "worker panic: what broke is counted in part",
    file: "src/telemetry/worker/batch-committer.ts",
    from: "if (broken.size === brokenBefore) {",
    to: "if (broken.size >= brokenBefore) {",
    tests: ["telemetry/failing-worker.test.ts"],
  },
  {
    threat: "a dead disk is a fault of the program",
    file: "src/telemetry/telemetry.ts",
    from: "error instanceof WorkerCallError && error.isStorageFailure",
    to: "error instanceof WorkerCallError && !error.isStorageFailure",
    tests: ["telemetry/failing-worker.test.ts"],
  },
  {
    threat: "a damaged telemetry.db stops the server",
    file: "src/telemetry/worker/store/damaged-database.ts",
    from: "if (!isDamage(error)) {",
    to: "if (!isDamage(error) || now !== 0) {",
    tests: ["faults/telemetry-damaged.long.test.ts"],
  },
  {
    threat: "a clock that is months ahead deletes telemetry",
    file: "src/telemetry/worker/store/data-clock.ts",
    from: ": Math.min(nowMs, (this.#newestMinute + 1) * minuteMs);",
    to: ": Math.max(nowMs, (this.#newestMinute + 1) * minuteMs);",
    tests: ["faults/telemetry-clock.test.ts"],
  },
  ...accountMutations,
  ...signInMutations,
  ...doorMutations,
  ...expressionMutations,
  ...importMutations,
  ...httpMutations,
  ...faultMutations,
  ...listMutations,
  ...undoMutations,
  ...adminMutations,
  ...uiMutations,
  ...streamMutations,
  ...targetMutations,
  ...migrationMutations,
  ...webhookMutations,
  ...requestMutations,
];

/** All mutations for `all`, otherwise those with this in their threat. */
export function mutationsOf(selection: string): readonly Mutation[] {
  return selection === "all"
    ? mutations
    : mutations.filter(({ threat }) => threat.includes(selection));
}
