import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { accountThreats } from "./account-threats.ts";
import { requestThreats } from "./request-threats.ts";
import { signInThreats } from "./sign-in-threats.ts";
import { telemetryThreats } from "./telemetry-threats.ts";
import { type TestsOfThreats, webhookThreats } from "./webhook-threats.ts";

/**
 * The threats of docs/security.md#threats, each with the tests that show that it does not apply: a
 * file of this folder, and tests in other folders.
 */
const testsOfThreats: TestsOfThreats = {
  "unbounded body": [
    ["threats/unbounded-body.long.test.ts", "stops reading a body without end, and refuses it"],
    ["conformance/size-limits.long.test.ts", "413 for one byte more, in every encoding"],
    ["server/request-bounds.long.test.ts", "a slow body is cut off though bytes keep arriving"],
  ],
  "decompression bomb": [
    [
      "http/request/gzip-body.test.ts",
      "a gzip bomb of 200 MiB takes no more memory than the limits allow",
      "refuses a body that is cut at any length",
    ],
    ["http/request/request-body.test.ts", "inflates once: gzip inside gzip is not inflated"],
    ["conformance/size-limits.long.test.ts", "refused while it is inflated"],
  ],
  "many small imports": [
    ["threats/import-bombs.nightly.test.ts", "one is read, in little memory"],
    ["hosted/import-place.long.test.ts", "others are refused at once", "frees the place"],
    ["app/imports/read-import.test.ts", "as soon as it is seen", "gives the event loop a turn"],
  ],
  "auth bypass by path": [
    [
      "hosted/path-bypass.test.ts",
      "reaches nothing over a connection",
      "a read-only token gains nothing by an override header",
    ],
    [
      "server/several-slashes.long.test.ts",
      "evaluates with the token, and without it does not",
      "the path of a health check is answered for every host in each form, others in none",
    ],
  ],
  "metadata leak": [
    ["threats/metadata-leak.test.ts", "answers without a token contain no feature"],
    [
      "hosted/permissions.test.ts",
      "every route of the API has a row in the table",
      "another project's token reaches nothing of this one",
      "without a valid token no answer tells which paths or methods exist",
    ],
  ],
  "path traversal": [["threats/path-traversal.test.ts", "%s is not a file"]],
  "stack trace / internals leak": [
    ["threats/stack-trace-leak.test.ts", "an internal error is answered with the request id only"],
    [
      "http/routing/error-handler.test.ts",
      "the answer to a fault has the request's own id and no details of the error",
    ],
  ],
  "privilege escalation": [
    ["threats/privilege-escalation.test.ts", "a token cannot create a token with more rights"],
    ["hosted/permissions.test.ts", "may do what the table allows"],
  ],
  "token handling": [
    ["threats/token-handling.test.ts", "a token is in no file and in no log line"],
    ["hosted/permissions.test.ts", "a token is refused from the moment it is revoked"],
    ["hosted/token-expiry.test.ts", "from the moment it expires, on every route"],
    ["hosted/path-bypass.test.ts", "only one header carries the token"],
  ],
  "tokens seen by a proxy": [
    [
      "http/client/http-proxy.nightly.test.ts",
      "by the shell",
      "by the client in Bun",
      "by a replica, also for what it relays",
    ],
  ],
  ...telemetryThreats,
  "metric label explosion": [
    [
      "threats/metric-label-explosion.test.ts",
      "10,000 random paths, keys, actors and methods create no metric series",
    ],
  ],
  "idle uploads": [
    [
      "threats/idle-uploads.long.test.ts",
      "80 half-sent bodies of two tokens stop no other token's telemetry",
      "a %s body that does not arrive is answered 408",
    ],
    ["telemetry/uploads.test.ts", "refuses the part of a body that has no room"],
    [
      "replication/replica/relay-shares.nightly.test.ts",
      "half-sent bodies at a replica stop no other request, whatever their token may do",
    ],
    [
      "http/token-shares.test.ts",
      "no token takes what is left for others, and all together no more than there is",
    ],
    [
      "hosted/import-place.long.test.ts",
      "an import that is half sent gives way to another one, and changes nothing",
    ],
  ],
  "telemetry poison": [
    ["telemetry/worker/store/key-lifetime.test.ts", "are limited in each environment"],
    ["telemetry/submissions.test.ts", "keys of over 255 characters", "counts stop at 2^53-1"],
  ],
  ReDoS: [["threats/redos.test.ts", "no pattern repeats a repetition"]],
  "prototype pollution": [
    ["threats/prototype-pollution.test.ts", "is an ordinary feature"],
    ["telemetry/submissions.test.ts", "names of prototype members are ordinary keys"],
  ],
  "SQL injection": [["threats/sql-injection.test.ts", "a name with SQL in it is only a name"]],
  "validation bypass of empty groups": [
    ["core/expressions/expressions.property.test.ts", "any JSON is an expression or is refused"],
    ["core/expressions/expression-refusals.test.ts", '{"Equal":[true,{"All":[true,{"Any":[]}]}]}'],
  ],
  "a condition that nobody filled in": [
    ["core/expressions/expression-refusals.test.ts", '{"NotEqual":[{"Property":[""]},""]}'],
    [
      "ui/incomplete-expressions.nightly.test.ts",
      "a property and a value that nobody typed are incomplete, and not saved",
    ],
  ],
  "a constant that raises in every client": [
    ["core/expressions/expression-refusals.test.ts", '{"Time":["soon"]}'],
    ["server/faulty-expressions.long.test.ts", "is served, closes its gate, and is explained"],
  ],
  "files of a data directory": [
    [
      "storage/sqlite/database/data-directory-check.long.test.ts",
      "a directory that everyone may write to is refused by all commands",
      "all files of a server are closed to others, also while it runs",
      "files of an older version are closed to others at the start",
    ],
    [
      "storage/sqlite/database/data-file-kinds.long.test.ts",
      "%s is refused",
      "a pipe in the place of %s is refused",
    ],
  ],
  restore: [
    ["storage/backup/hostile-archives.test.ts", '"a trigger"', '"a view"'],
    [
      "storage/backup/restore-limits.nightly.test.ts",
      "the restore is refused before anything is written",
    ],
  ],
  "first token in a log": [
    [
      "cli/administration/first-start.long.test.ts",
      "without a terminal the token is in a private file, and its path is printed once",
    ],
  ],
  terminal: [
    ["cli/unprintable-names.test.ts", "names are printed without what a terminal obeys"],
    [
      "conformance/error-object.test.ts",
      "control and format characters of a client's text are escaped in messages",
    ],
    ["core/text/printable.test.ts", "escaped JSON has the same value, and nothing unprintable"],
  ],
  "old TLS suites": [["server/tls.long.test.ts", "ECDHE-RSA-AES128-SHA"]],
  "state without a quota": [
    [
      "hosted/quotas.test.ts",
      "an import counts there, with the features that it lacks",
      "all environments of the project count together",
    ],
    ["hosted/default-quotas.nightly.test.ts", "the quotas of a new server are those of the plan"],
    ["hosted/quota-sums.property.test.ts", "no change adds to what is then above a quota"],
  ],
  "a wrong clock deletes history": [
    [
      "hosted/audit-retention.test.ts",
      "a start with a clock that is months ahead removes nothing",
      "a jump of the clock while the server runs removes nothing for 24 hours",
    ],
  ],
  "answer amplification": [
    [
      "conformance/list-queries.test.ts",
      "a key that is repeated through a long URL is answered once",
      "the names of a list may be 10,000, each counted once, and no more",
    ],
    ["http/request/name-list.test.ts", "10,000 different names are allowed"],
    ["hosted/audit-reads.test.ts", "of 10,000 features only those on the page are read"],
  ],
  "DNS rebinding": [
    [
      "threats/dns-rebinding.long.test.ts",
      "an open server on this machine answers no page of another name, reads included",
      "the body of a request for another host is not read",
    ],
    ["conformance/allowed-hosts.test.ts", "for another host is refused"],
  ],
  ...webhookThreats,
  ...signInThreats,
  "metrics as a lever": [
    ["threats/metrics-cost.test.ts", "/metrics is made once a second for all, and counts"],
    ["server/metrics.test.ts", "with an address of its own /metrics is served there only"],
  ],
  connections: [
    [
      "threats/connection-flood.long.test.ts",
      "400 half-sent requests at 200 descriptors do not keep others out",
    ],
    ["server/sockets/connection-guard.test.ts", "keeps a tenth of the descriptors free"],
    ["http/limits/concurrency-limit.test.ts", "an address has a limit of requests under way"],
  ],
  "shared caches": [
    ["conformance/answer-headers.test.ts", "headers of every answer"],
    [
      "server/security-headers.long.test.ts",
      "no answer for localhost or an address asks for https",
    ],
  ],
  "answers made as a whole": [
    [
      "api/admin/handlers/large-answers.nightly.test.ts",
      "an export is made as it is read, and other requests have turns meanwhile",
      "of one person twenty previews wait, more are refused, and others are admitted",
      "a question about expressions gives other requests turns",
    ],
    ["packages/route-prices.test.ts", "every route of every wire has a price"],
  ],
  "evaluation blow-up": [
    [
      "threats/evaluation-blow-up.nightly.test.ts",
      "no question %s makes one request evaluate an operator more than twice",
    ],
    [
      "core/evaluation/feature-cycles.nightly.test.ts",
      "600 features of 2,400 operators that ask for each other are evaluated once each",
      "a chain is followed to its end, from every feature of it",
    ],
    [
      "core/evaluation/feature-references.property.test.ts",
      "no operator is evaluated more than twice for an actor in one check, whatever is asked",
    ],
  ],
  "compiled expressions without a bound": [
    [
      "core/evaluation/compiled-expressions.test.ts",
      "an expression is compiled when it is first asked, and once",
      "what is kept stays below the limit, and what was dropped gives the same answers",
    ],
  ],
  ...accountThreats,
  "an edited history": [
    [
      "storage/chain/tampering.test.ts",
      "a verification finds %s",
      "only outside checkpoints find that a whole older copy was put back",
    ],
    ["storage/chain/tampering.nightly.test.ts", "flipped bits is unseen"],
    [
      "storage/chain/record-files.test.ts",
      "each line that is changed, dropped or swapped is found",
    ],
    ["server/record.nightly.test.ts", "killed between a commit and its checkpoint loses no record"],
  ],
  "a record of acts that failed sign-ins fill": [
    ["app/sessions/failed-sign-ins.test.ts", "at most ten acts at once, and of all a hundred"],
  ],
  ...requestThreats,
  "actor-limit crash": [
    [
      "threats/actor-limit.long.test.ts",
      "a gate with 50,000 actors can be read, checked and written",
    ],
  ],
};

test.each(
  Object.entries(testsOfThreats).flatMap(([threat, files]) =>
    files.flatMap(([file, ...titles]) => titles.map((title) => [threat, file, title] as const)),
  ),
)("%s: %s has the test %j", (_, file, title) => {
  expect(readFileSync(join(import.meta.dir, "..", file), "utf8")).toContain(title);
});
