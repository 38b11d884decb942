import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The threats of docs/security.md#threats, each with the tests that show that it does not apply: a
 * file of this folder, and tests in other folders.
 */
const testsOfThreats: Record<string, readonly (readonly [file: string, ...tests: string[]])[]> = {
  "unbounded body": [
    ["threats/unbounded-body.test.ts", "stops reading a body without end, and refuses it"],
    ["conformance/size-limits.test.ts", "413 for one byte more, however it is sent"],
    ["server/request-bounds.test.ts", "a body that drips is cut off though bytes go on arriving"],
  ],
  "decompression bomb": [
    [
      "http/request/gzip-body.test.ts",
      "a bomb of 200 MiB costs no more memory than the limits allow",
      "refuses a body cut anywhere",
    ],
    ["http/request/request-body.test.ts", "inflates once: gzip within gzip stays gzip"],
    ["conformance/size-limits.test.ts", "refused while it inflates"],
  ],
  "auth bypass by path": [
    [
      "hosted/path-tricks.test.ts",
      "reaches nothing over a connection",
      "a token that may only read gains nothing by an override",
    ],
  ],
  "metadata leak": [
    ["threats/metadata-leak.test.ts", "answers without a token contain no feature"],
    [
      "hosted/permissions.test.ts",
      "every route of the API has a row in the matrix",
      "another project's token reaches nothing of this one",
      "without a valid token nobody learns which paths or methods there are",
    ],
  ],
  "path traversal": [["threats/path-traversal.test.ts", "%s is not a file"]],
  "stack trace / internals leak": [
    ["threats/stack-trace-leak.test.ts", "an internal error is answered with the request id only"],
    ["http/routing/refuser.test.ts", "a fault of ours says the request's own id and nothing else"],
  ],
  "privilege escalation": [
    ["threats/privilege-escalation.test.ts", "a token cannot create a token with more rights"],
    ["hosted/permissions.test.ts", "may do what the matrix says"],
  ],
  "token handling": [
    ["threats/token-handling.test.ts", "a token is in no file and in no log line"],
    ["hosted/permissions.test.ts", "a token is refused from the moment it is revoked"],
    ["hosted/path-tricks.test.ts", "none but one carries the token"],
  ],
  "worker panic kills server": [
    [
      "telemetry/worker-link.test.ts",
      "is replaced by one that receives everything committed meanwhile",
    ],
    ["telemetry/worker-kills.test.ts", "workers killed at any moment lose no accepted submission"],
    ["writer/writer.test.ts", "an error in a listener is reported, and all commands are answered"],
  ],
  "metric label explosion": [
    [
      "threats/metric-label-explosion.test.ts",
      "10,000 random paths, keys, actors and methods create no metric series",
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
    ["expressions/expressions.property.test.ts", "any JSON is an expression or is refused"],
    ["expressions/expression-refusals.test.ts", '{"Equal":[true,{"All":[true,{"Any":[]}]}]}'],
  ],
  "evaluation blow-up": [
    [
      "threats/evaluation-blow-up.test.ts",
      "no question %s makes one request evaluate an operator more than twice",
    ],
    [
      "toggles/feature-cycles.test.ts",
      "600 features of 2,400 operators that ask for each other are evaluated once each",
      "a chain is followed to its end, from every feature of it",
    ],
    [
      "toggles/feature-references.property.test.ts",
      "no operator is evaluated more than twice for an actor in one check, whatever is asked",
    ],
  ],
  "state without a quota": [
    [
      "toggles/compiled-expressions.test.ts",
      "an expression is compiled when it is first asked, and once",
      "what is kept stays below the limit, and what was dropped gives the same answers",
    ],
  ],
  "actor-limit crash": [
    ["threats/actor-limit.test.ts", "a gate with 50,000 actors can be read, checked and written"],
  ],
};

test.each(
  Object.entries(testsOfThreats).flatMap(([threat, files]) =>
    files.flatMap(([file, ...titles]) => titles.map((title) => [threat, file, title] as const)),
  ),
)("%s: %s has the test %j", (_, file, title) => {
  expect(readFileSync(join(import.meta.dir, "..", file), "utf8")).toContain(title);
});
