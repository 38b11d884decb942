import type { Mutation } from "./mutation.ts";

const hash = "core/model/request-hash.test.ts";
const requests = "api/admin/handlers/requests-api.test.ts";
const histories = "app/requests/request-histories.property.test.ts";
const checks = "src/app/requests/request-checks.ts";
const votes = "src/app/requests/request-votes.ts";
const approvals = "src/core/model/approvals.ts";
const commands = "src/app/requests/request-commands.ts";
const apply = "src/app/requests/apply-request.ts";
const bases = "src/core/model/request-base.ts";
const permits = "src/app/commands/protected-changes.ts";

/** Mutations of what keeps a change request to what approvers saw. */
export const requestMutations: readonly Mutation[] = [
  {
    threat: "change request: an edit keeps the votes",
    file: commands,
    from: '...{ state: "open", revision: request.revision + 1, votes: [], failure: null },',
    to: '...{ state: "open", revision: request.revision + 1, failure: null },',
    tests: [requests, histories],
  },
  {
    threat: "change request: a vote counts for what the voter did not see",
    file: votes,
    from: "if (request.hash !== hash) {",
    to: 'if (hash === "x") {',
    tests: [requests, histories],
  },
  {
    threat: "change request: a request drifts, and keeps its votes",
    file: "src/app/requests/request-drift.ts",
    from: 'request: { ...request, state: "drifted", votes: [] },',
    to: 'request: { ...request, state: "open" },',
    tests: [requests],
  },
  {
    threat: "change request: nothing drifts, and the base is not checked",
    file: bases,
    from: "return JSON.stringify(hashedBases(left)) === JSON.stringify(hashedBases(right));",
    to: "return left !== right || right === left;",
    tests: [requests, histories],
  },
  {
    threat: "change request: a stale base is applied",
    file: bases,
    from: 'JSON.stringify(["gatehouse-request-1", environmentId, apply, hashedBases(bases), commands]),',
    to: 'JSON.stringify(["gatehouse-request-1", environmentId, apply, bases === null, commands]),',
    tests: [hash],
  },
  {
    threat: "change request: the approved time is not covered",
    file: bases,
    from: 'JSON.stringify(["gatehouse-request-1", environmentId, apply, hashedBases(bases), commands]),',
    to: 'JSON.stringify(["gatehouse-request-1", environmentId, hashedBases(bases), commands, apply.kind.length > 99]),',
    tests: [hash],
  },
  {
    threat: "change request: the commands are not covered",
    file: bases,
    from: 'JSON.stringify(["gatehouse-request-1", environmentId, apply, hashedBases(bases), commands]),',
    to: 'JSON.stringify(["gatehouse-request-1", environmentId, apply, hashedBases(bases), commands.length]),',
    tests: [hash],
  },
  {
    threat: "change request: what mirroring leaves is not covered",
    file: bases,
    from: "ids.add(productionOf(state, environment.projectId).id);",
    to: "",
    tests: ["app/requests/requests.test.ts"],
  },
  {
    threat: "change request: own votes count",
    file: approvals,
    from: "return Number(author.id) === userId;",
    to: "return Number(author.id) === userId && userId < 0;",
    tests: [requests, histories],
  },
  {
    threat: "change request: an approver who lost the right counts",
    file: approvals,
    from: "members.includes(userId) || roles.some((min) => roleAtLeast(role, min))",
    to: 'members.includes(userId) || role !== "owner" || roles.length > 0',
    tests: [requests, histories],
  },
  {
    threat: "change request: one approver fills two rules",
    file: approvals,
    from: "        if (other === undefined || findVote(other, seen)) {",
    to: "        if (other === undefined || other !== slot) {",
    tests: ["core/model/approvals.test.ts"],
  },
  {
    threat: "change request: asked changes do not block",
    file: approvals,
    from: "    asks.length === 0 &&\n",
    to: "",
    tests: [requests, histories],
  },
  {
    threat: "change request: too few approvals suffice",
    file: approvals,
    from: "rules.every(({ rule, votes }) => votes.length >= rule.count);",
    to: "rules.every(({ votes }) => votes.length >= 1);",
    tests: [requests, histories],
  },
  {
    threat: "change request: a removal meets one policy only",
    file: approvals,
    from: "environments.get(policy.environmentId)?.projectId === projectId",
    to: "policy.environmentId === environmentId",
    tests: ["app/requests/requests.test.ts", histories],
  },
  {
    threat: "change request: it is applied without approval",
    file: apply,
    from: "if (!standingOf({ state, now }, request).isApproved) {",
    to: "if (standingOf({ state, now }, request).asks.length > 0) {",
    tests: [requests, histories],
  },
  {
    threat: "change request: it is applied before its time",
    file: apply,
    from: 'if (request.apply.kind === "at" && now < request.apply.at) {',
    to: 'if (request.apply.kind === "at" && now < 0) {',
    tests: [requests, histories],
  },
  {
    threat: "change request: it is applied for an author who has left",
    file: apply,
    from: "if (isHeld(draft, request)) {",
    to: "if (isHeld(draft, request) && request.id < 0) {",
    tests: ["app/requests/requests.test.ts"],
  },
  {
    threat: "change request: anyone edits it",
    file: checks,
    from: "if (author.type !== actor.type || author.id !== actor.id) {",
    to: "if (author.type !== actor.type) {",
    tests: ["app/requests/requests.test.ts"],
  },
  {
    threat: "permits: dropped gates need none",
    file: permits,
    from: '    case "override.dropped":\n',
    to: "",
    tests: ["app/writer/writer-contract.test.ts"],
  },
  {
    threat: "permits: the writer does not ask for them",
    file: "src/app/writer/after-command.ts",
    from: "  requirePermits(draft);\n",
    to: "",
    tests: ["app/writer/writer-contract.test.ts"],
  },
];
