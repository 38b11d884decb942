import type { Mutation } from "./mutation.ts";

/** Mutations of what protects the data directory, backups, terminals and TLS. */
export const doorMutations: readonly Mutation[] = [
  {
    threat: "files of a data directory: everyone may write to it",
    file: "src/storage/sqlite/database/data-directory-check.ts",
    from: "if ((mode & worldWritable) !== 0) {",
    to: "if ((mode & worldWritable) > worldWritable) {",
    tests: ["storage/sqlite/database/data-directory-check.long.test.ts"],
  },
  {
    threat: "files of a data directory: links are followed",
    file: "src/storage/sqlite/database/data-directory-check.ts",
    from: "stats?.isSymbolicLink() === true",
    to: "stats?.isSymbolicLink() === undefined",
    tests: ["storage/sqlite/database/data-file-kinds.long.test.ts"],
  },
  {
    threat: "files of a data directory: others may read new ones",
    file: "src/storage/sqlite/database/new-database.ts",
    from: 'openSync(path, "wx", ownerOnly)',
    to: 'openSync(path, "wx", ownerOnly + 0o044)',
    tests: ["storage/sqlite/database/data-directory-check.long.test.ts"],
  },
  {
    threat: "files of a data directory: others may read what the executable writes",
    file: "src/main.ts",
    from: "process.umask(privateUmask);",
    to: "process.umask(privateUmask - privateUmask);",
    tests: ["storage/sqlite/database/data-directory-check.long.test.ts"],
  },
  {
    threat: "restore: a trigger is taken over",
    file: "src/storage/sqlite/database/schema-check.ts",
    from: "if (expected.get(name) !== text && ",
    to: "if (expected.has(name) && expected.get(name) !== text && ",
    tests: ["storage/backup/hostile-archives.test.ts"],
  },
  {
    threat: "restore: a bomb is written",
    file: "src/storage/backup/restore-limits.ts",
    from: "if (isSuspiciouslySmall(archiveBytes, databases)) {",
    to: "if (isSuspiciouslySmall(archiveBytes, databases.slice(9))) {",
    tests: ["storage/backup/restore-limits.nightly.test.ts"],
  },
  {
    threat: "first token in a log",
    file: "src/cli/administration/show-first-start.ts",
    from: "if (isTerminal || isNothing(planned)) {",
    to: "if (isTerminal || planned) {",
    tests: ["cli/administration/first-start.long.test.ts"],
  },
  {
    threat: "terminal: messages of error answers hold what a terminal obeys",
    file: "src/core/text/printable.ts",
    from: "return printable(shown.toWellFormed());",
    to: "return shown.toWellFormed();",
    tests: ["conformance/error-object.test.ts"],
  },
  {
    threat: "terminal: marks of the writing direction",
    file: "src/core/text/printable.ts",
    from: "\\p{Cf}",
    to: "",
    tests: ["cli/unprintable-names.test.ts"],
  },
  {
    threat: "old TLS suites",
    file: "src/server/listen.ts",
    from: ", ciphers: cipherSuites }",
    to: " }",
    tests: ["server/tls.long.test.ts"],
  },
];
