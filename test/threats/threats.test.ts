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
    ["conformance/size-limits.test.ts", "413 for one byte more, in every encoding"],
    ["server/request-bounds.test.ts", "a slow body is cut off though bytes keep arriving"],
  ],
  "decompression bomb": [
    [
      "http/request/gzip-body.test.ts",
      "a gzip bomb of 200 MiB takes no more memory than the limits allow",
      "refuses a body that is cut at any length",
    ],
    ["http/request/request-body.test.ts", "inflates once: gzip inside gzip is not inflated"],
    ["conformance/size-limits.test.ts", "refused while it is inflated"],
  ],
  "many small imports": [
    ["threats/import-bombs.test.ts", "one is read, in little memory"],
    ["hosted/import-place.test.ts", "others are refused at once", "frees the place"],
    ["imports/read-import.test.ts", "as soon as it is seen", "gives the event loop a turn"],
  ],
  "auth bypass by path": [
    [
      "hosted/path-bypass.test.ts",
      "reaches nothing over a connection",
      "a read-only token gains nothing by an override header",
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
    ["hosted/path-bypass.test.ts", "only one header carries the token"],
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
