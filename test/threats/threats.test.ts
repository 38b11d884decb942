import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The rows of THREATS.md that apply to what there is today, and where each is shown not to: the
 * files of this folder that are named after them, and tests that others had before. For later,
 * with what they are about: features visible through "disabled" lists, webhooks that reach inside,
 * scripts in the web UI, accounts taken before they are claimed, users found by timing.
 */
const shownBy: Record<string, readonly (readonly [file: string, ...tests: string[]])[]> = {
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
  "auth bypass by path": [
    [
      "hosted/path-bypass.test.ts",
      "reaches nothing over a connection",
      "a read-only token gains nothing by an override header",
    ],
  ],
  "metadata leak": [
    ["threats/metadata-leak.test.ts", "what needs no token tells of no feature"],
    [
      "hosted/permissions.test.ts",
      "every route of the API has a row in the table",
      "another project's token reaches nothing of this one",
      "without a valid token no answer tells which paths or methods exist",
    ],
  ],
  "path traversal": [["threats/path-traversal.test.ts", "%s is no file"]],
  "stack trace / internals leak": [
    ["threats/stack-trace-leak.test.ts", "a fault within is answered with an id alone"],
    [
      "http/routing/refuser.test.ts",
      "the answer to a fault has the request's own id and no details of the error",
    ],
  ],
  "privilege escalation": [
    ["threats/privilege-escalation.test.ts", "a token cannot make one that may do more than it"],
    ["hosted/permissions.test.ts", "may do what the table allows"],
  ],
  "token handling": [
    ["threats/token-handling.test.ts", "a token is in no file and in no line of the log"],
    ["hosted/permissions.test.ts", "a token is refused from the moment it is revoked"],
    ["hosted/path-bypass.test.ts", "only one header carries the token"],
  ],
  "worker panic kills server": [
    ["telemetry/worker-link.test.ts", "is replaced by one that knows everything"],
    ["telemetry/worker-kills.test.ts", "workers killed at any moment lose nothing accepted"],
    ["writer/writer.test.ts", "a listener that throws is told of, and everyone is answered"],
  ],
  "metric label explosion": [
    ["threats/metric-label-explosion.test.ts", "10,000 random paths, keys, actors and methods"],
  ],
  "telemetry poison": [
    ["telemetry/forgetting.test.ts", "have bounded room in each environment"],
    [
      "telemetry/submissions.test.ts",
      "keys of over 255 characters",
      "counts stop at 2^53-1 and it is said",
    ],
  ],
  ReDoS: [["threats/redos.test.ts", "no pattern repeats what repeats"]],
  "prototype pollution": [
    ["threats/prototype-pollution.test.ts", "is a feature like any other"],
    ["telemetry/submissions.test.ts", "names of prototypes are keys like others"],
  ],
  "SQL injection": [["threats/sql-injection.test.ts", "whatever a name says, it names itself"]],
  "validation bypass of empty groups": [
    ["expressions/expressions.property.test.ts", "any JSON is an expression or is refused"],
    ["expressions/refused-writes.test.ts", '{"Equal":[true,{"All":[true,{"Any":[]}]}]}'],
  ],
  "actor-limit crash": [["threats/actor-limit.test.ts", "breaks no read and no write"]],
};

test.each(
  Object.entries(shownBy).flatMap(([threat, files]) =>
    files.flatMap(([file, ...titles]) => titles.map((title) => [threat, file, title] as const)),
  ),
)("%s: %s has the test %j", (_, file, title) => {
  expect(readFileSync(join(import.meta.dir, "..", file), "utf8")).toContain(title);
});
