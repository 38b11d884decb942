import type { Mutation } from "./mutation.ts";

const quarantine = "src/api/cloud-import/quarantine.ts";
const receiver = "src/api/cloud-import/migration-receiver.ts";
const routeTests = ["api/cloud-import/migrations.test.ts"];
const fileTests = ["api/cloud-import/quarantine-files.test.ts"];
const pageTests = ["api/admin/handlers/migrations-api.test.ts"];

/** Mutations of what bounds and hides exports that strangers send. */
export const migrationMutations: readonly Mutation[] = [
  {
    threat: "exports without a token: taken without being asked for",
    file: "src/server/server-migrations.ts",
    from: "if (!config.acceptsMigrations) {",
    to: "if (config.acceptsMigrations && !config.acceptsMigrations) {",
    tests: routeTests,
  },
  {
    threat: "exports without a token: as many as fit on the disk",
    file: quarantine,
    from: "const removed = this.#exports.size >= waitingMax ?",
    to: "const removed = this.#exports.size >= waitingMax * 1_000 ?",
    tests: routeTests,
  },
  {
    threat: "exports without a token: a full quarantine blocks everybody",
    file: quarantine,
    from: "this.#exports.size >= waitingMax && this.#leastWanted() === undefined",
    to: "this.#exports.size >= waitingMax",
    tests: routeTests,
  },
  {
    threat: "exports without a token: they replace what an owner looks at",
    file: quarantine,
    from: "filter(([id]) => !this.#opened.has(id))",
    to: "filter(([id]) => id !== '')",
    tests: routeTests,
  },
  {
    threat: "exports without a token: all room for one sender",
    file: quarantine,
    from: "waitingOfSenderMax = 3;",
    to: "waitingOfSenderMax = 30;",
    tests: routeTests,
  },
  {
    threat: "exports without a token: sent as fast as one likes",
    file: receiver,
    from: "this.#limiter.take(sender);",
    to: "this.#limiter.giveBack(sender);",
    tests: routeTests,
  },
  {
    threat: "exports without a token: many bodies of one sender at once",
    file: receiver,
    from: " || this.#uploading.has(sender)",
    to: "",
    tests: routeTests,
  },
  {
    threat: "exports without a token: as large as one likes",
    file: quarantine,
    from: "sent: 2 * 1024 * 1024, inflated: 8 * 1024 * 1024",
    to: "sent: 2 * 1024 * 1024, inflated: 8_000 * 1024 * 1024",
    tests: routeTests,
  },
  {
    threat: "exports without a token: kept for ever",
    file: quarantine,
    from: "if (Math.abs(now - receivedAt) >= quarantineMs) {",
    to: "if (Math.abs(now - receivedAt) >= quarantineMs * 1_000) {",
    tests: fileTests,
  },
  {
    threat: "exports without a token: found by what the disk holds",
    file: quarantine,
    from: "return this.#exports.get(hashSecret(code));",
    to: "return this.#exports.get(code) ?? this.#exports.get(hashSecret(code));",
    tests: pageTests,
  },
  {
    threat: "exports without a token: files that others may read",
    file: "src/api/cloud-import/quarantine-files.ts",
    from: "const ownerOnly = 0o600;",
    to: "const ownerOnly = 0o644;",
    tests: fileTests,
  },
  {
    threat: "exports without a token: written through a link",
    file: "src/api/cloud-import/quarantine-files.ts",
    from: "if (stats !== undefined && !stats.isDirectory()) {",
    to: "if (stats?.isFile() === true) {",
    tests: fileTests,
  },
  {
    threat: "exports without a token: seen by those who are no owners",
    file: "src/api/admin/handlers/migration-controller.ts",
    from: 'role: "owner",\n        hostedOnly: true,\n        body: withExample(MigrationCode, exampleCode),\n        response: { 200: answered(WaitingMigration,',
    to: 'role: "admin",\n        hostedOnly: true,\n        body: withExample(MigrationCode, exampleCode),\n        response: { 200: answered(WaitingMigration,',
    tests: pageTests,
  },
  {
    threat: "exports without a token: taken over by those who are no owners",
    file: "src/api/admin/handlers/migration-controller.ts",
    from: 'role: "owner",\n        hostedOnly: true,\n        needsProof: true,',
    to: 'role: "admin",\n        hostedOnly: true,\n        needsProof: true,',
    tests: pageTests,
  },
  {
    threat: "exports without a token: taken over into Production by a click",
    file: "src/api/admin/handlers/migration-controller.ts",
    from: "{ isPreview: false, typed }",
    to: "{ isPreview: false, typed: null }",
    tests: pageTests,
  },
  {
    threat: "exports without a token: taken over twice",
    file: "src/api/admin/handlers/migration-controller.ts",
    from: "        await quarantine.remove(code);",
    to: "        await Promise.resolve();",
    tests: pageTests,
  },
];
