/** A fault of the sources that a simulation must find. */
export interface PlantedFault {
  readonly name: string;
  readonly world: "cluster" | "replica" | "telemetry";
  /** The file below src. */
  readonly file: string;
  /** A text that occurs in the file once, and what replaces it. */
  readonly from: string;
  readonly to: string;
  /** The first seed; 1 by default. Another one is for a fault that only one in some thousand seeds meets. */
  readonly seed?: number;
}

const writer = "app/writer";
const spool = "replication/replica/spool";

/** Faults of the kinds that real systems had: a check too few, of the wrong clock, or too early. */
export const plantedFaults: readonly PlantedFault[] = [
  {
    name: "the answer of a commit counts as the moment of its question",
    world: "cluster",
    file: `${writer}/shared-commits.ts`,
    from: "reach.isCurrentAt(askedAtMs);\n    await this.#applyOwn",
    to: "reach.isCurrentAt(answeredAtMs);\n    await this.#applyOwn",
    seed: 1_130,
  },
  {
    name: "a commit whose answer was lost is not recognized",
    world: "cluster",
    file: `${writer}/shared-commits.ts`,
    from: "if (next.batchId === batch.id) {",
    to: "if (next.batchId === null) {",
  },
  {
    name: "a commit in doubt counts as failed",
    world: "cluster",
    file: `${writer}/shared-commits.ts`,
    from: "isInDoubt ||= error instanceof CommitInDoubtError;",
    to: "isInDoubt ||= false;",
  },
  {
    name: "commands run again although the log no longer shows their commit",
    world: "cluster",
    file: `${writer}/shared-commits.ts`,
    from: "if (isInDoubt && position === null) {",
    to: "if (isInDoubt && position === -1) {",
  },
  {
    name: "a lost log is not noticed while following",
    world: "cluster",
    file: `${writer}/shared-commits.ts`,
    from: "        await this.#reload(error);\n        return;",
    to: "        return;",
  },
  {
    name: "commands are committed on a state that others have changed",
    world: "cluster",
    file: `${writer}/shared-batches.ts`,
    from: "followed.state !== ran.before || followed.position !== ran.position",
    to: "followed.state === null",
  },
  {
    name: "commands that were refused while they ran are committed",
    world: "cluster",
    file: `${writer}/shared-batches.ts`,
    from: "if (waits.stillWaiting(commands).length < commands.length) {",
    to: "if (waits.stillWaiting(commands).length > commands.length) {",
    seed: 3_900,
  },
  {
    name: "a command whose commit was sent is refused as unchanged",
    world: "cluster",
    file: `${writer}/write-waits.ts`,
    from: "this.#sent = new Set(commands);",
    to: "this.#sent = new Set(commands.slice(commands.length));",
  },
  {
    name: "only notifications lead to reads of the log",
    world: "cluster",
    file: `${writer}/following.ts`,
    from: "this.#isPolled ||= position === undefined;",
    to: "this.#isPolled ||= position === null;",
  },
  {
    name: "revisions follow the clock alone",
    world: "cluster",
    file: `${writer}/revisions.ts`,
    from: "Math.max(next, nowMs * microsecondsPerMs)",
    to: "(next > 0 ? nowMs : 0) * microsecondsPerMs",
  },
  {
    name: "the lease is measured from its answer",
    world: "cluster",
    file: "storage/postgres/database/leader-lease.ts",
    from: "this.#renew(asked);",
    to: "this.#renew(momentNow());",
    seed: 800,
  },
  {
    name: "a leader that was frozen does not notice the end of its lease",
    world: "cluster",
    file: "storage/postgres/database/leader-lease.ts",
    from: "this.#renewed !== undefined && msSince(this.#renewed) < this.#leaseMs",
    to: "this.#renewed !== undefined",
  },
  {
    name: "a leader keeps its lease for ever",
    world: "cluster",
    file: "storage/postgres/database/leader-lease.ts",
    from: "const isOurs = await this.#table.take(this.#holder, this.#leaseMs);",
    to: "const isOurs = await this.#table.take(this.#holder, 100 * this.#leaseMs);",
  },
  {
    name: "work of a lost leadership does not begin again",
    world: "cluster",
    file: "cluster/database-leadership.ts",
    from: "this.#ending = this.#ending.then(() => this.#beginAll());",
    to: "this.#ending = this.#ending.then(() => (this.#works.size > 9 ? this.#beginAll() : undefined));",
  },
  {
    name: "an endpoint's search goes on after a failover that lost its events",
    world: "cluster",
    file: "webhooks/delivery/endpoint-pump.ts",
    from: "    this.#scannedThrough = 0;\n    this.wake();",
    to: "    this.wake();",
  },
  {
    name: "a delivery of a lost event is recorded for another event",
    world: "cluster",
    file: "webhooks/delivery/webhook-sender.ts",
    from: "superseded?.aborted === true ? undefined : recordTry(draft, tried),",
    to: "recordTry(draft, tried),",
  },
  {
    name: "an endpoint is not woken by new events",
    world: "cluster",
    file: "webhooks/delivery/webhook-pumps.ts",
    from: "      if (isNotified || isLook) {",
    to: "      if (isLook) {",
  },
  {
    name: "a failed delivery counts as settled",
    world: "cluster",
    file: "webhooks/delivery/judge-answer.ts",
    from: 'outcome: "failed",\n  status: null,',
    to: 'outcome: "delivered",\n  status: null,',
  },
  {
    name: "a commit whose outcome the disk does not tell counts as failed",
    world: "replica",
    file: `${writer}/local-writer.ts`,
    from: "if (!(error instanceof CommitInDoubtError)) {",
    to: "if (error instanceof Error) {",
  },
  {
    name: "a command that waits during a commit is based on the state before it",
    world: "replica",
    file: `${writer}/local-writer.ts`,
    from: "    this.#position = position;\n    this.#state = revisions.state;",
    to: "    this.#position = position;\n    void Bun.sleep(0).then(() => { this.#state = revisions.state; });",
  },
  {
    name: "a replica takes commits of an older state for its own",
    world: "replica",
    file: "replication/primary/commit-position.ts",
    from: "left.position === right.position && left.batchId === right.batchId",
    to: "left.position === right.position",
  },
  {
    name: "a replica goes on without the commits that its primary no longer has",
    world: "replica",
    file: "replication/replica/primary-follower.ts",
    from: "      this.#needsCopy = true;\n      return;",
    to: "      return;",
  },
  {
    name: "a replica offers commits of its old copy after a new one",
    world: "replica",
    file: "replication/primary/replicated-commits.ts",
    from: "    this.#base = latest;\n    this.#kept = [];",
    to: "    this.#kept = [];",
  },
  {
    name: "a primary answers a relay before the disk has it",
    world: "telemetry",
    file: "telemetry/worker/store/sqlite-telemetry-store.ts",
    from: "group.relay === undefined ? append() : this.#opened.durably(append)",
    to: "append()",
  },
  {
    name: "a flush of counts does not wait for the disk",
    world: "telemetry",
    file: "telemetry/worker/store/sqlite-telemetry-store.ts",
    from: "    this.#opened.durably(() => {\n      if (!this.#journal.flush",
    to: "    ((work: () => void) => work())(() => {\n      if (!this.#journal.flush",
  },
  {
    name: "a spool that is put back continues the numbers of before",
    world: "telemetry",
    file: `${spool}/spool-database.ts`,
    from: ".run(crypto.randomUUID());",
    to: '.run("00000000-0000-4000-8000-000000000000");',
  },
  {
    name: "a replica answers before its disk has a submission",
    world: "telemetry",
    file: `${spool}/telemetry-spool.ts`,
    from: "      await this.#synchronize();\n",
    to: "      void this.#synchronize();\n",
  },
  {
    name: "a replica removes more than the primary has settled",
    world: "telemetry",
    file: "replication/replica/telemetry-relay.ts",
    from: "submissions.filter(({ sequence }) => sequence <= through)",
    to: "submissions.filter(({ sequence }) => sequence <= through + 1)",
  },
];

/**
 * Faults that were planted and heal themselves: no promise fails with them. Submissions that are relayed
 * twice have request ids, which the primary remembers for an hour or more; no run takes that long.
 */
export const harmlessFaults: readonly PlantedFault[] = [
  // Each start of a replica begins a run with an id, so no sequence is used twice.
  {
    name: "a replica relays what its disk does not have",
    world: "telemetry",
    file: `${spool}/telemetry-spool.ts`,
    from: "this.#read.iterate(0, this.#durableThrough)",
    to: "this.#read.iterate(0, this.#insertedThrough)",
  },
  {
    name: "a replica takes over what it has already taken over",
    world: "telemetry",
    file: `${spool}/telemetry-spool.ts`,
    from: "submissions.filter(({ sequence }) => sequence > known)",
    to: "submissions.filter(({ sequence }) => sequence > 0)",
  },
  {
    name: "a primary counts a relay that is repeated",
    world: "telemetry",
    file: "telemetry/worker/batch-committer.ts",
    from: "submissions.filter(({ id }) => id > after)",
    to: "submissions.filter(({ id }) => id > 0)",
  },
  {
    name: "the position in a spool is not stored with the counts",
    world: "telemetry",
    file: "telemetry/worker/store/relay-progress.ts",
    from: "    this.#statements.save.run({ spool, sequence: through, seenAt: nowMs });",
    to: "    this.#statements.save.run({ spool, sequence: after, seenAt: nowMs });",
  },
  {
    name: "commits that the state already has are followed again",
    world: "cluster",
    file: `${writer}/followed-state.ts`,
    from: "if (commit.position > this.#position) {",
    to: "if (commit.position > 0) {",
  },
];
