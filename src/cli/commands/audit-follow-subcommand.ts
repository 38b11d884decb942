import type { Arguments } from "../../config/arguments.ts";
import { optionalOption } from "../../config/option.ts";
import { parseInteger } from "../../config/value-parsers.ts";
import { OneAtATime } from "../../core/scheduling/one-at-a-time.ts";
import { printable } from "../../core/text/printable.ts";
import { secondMs } from "../../core/time-units.ts";
import { AuditAnswer, shownAudit } from "../answers/audit-answers.ts";
import { followChangeNews } from "../api-client/change-news.ts";
import {
  type AuditPageQuery,
  auditFeatures,
  auditFilters,
  auditQuery,
} from "../options/audit-options.ts";
import { jsonOption } from "../options/common-options.ts";
import { actionText } from "../output/action-text.ts";
import type { Paint } from "../output/styles.ts";
import type { Subcommand } from "../subcommand.ts";
import {
  type ApiSenders,
  remoteServer,
  type Target,
  targetOptions,
} from "../targets/api-target.ts";
import { layoutOf, openEnvironment } from "../targets/daily-subcommand.ts";
import { printJson, releasing, reportFailures } from "../targets/target-subcommand.ts";
import { waitUnlessAborted } from "../wait-unless-aborted.ts";
import { authorOf, secondsOf } from "./audit-list-subcommand.ts";
import { followAudits } from "./follow-audits.ts";

const afterOption = optionalOption({
  flag: "after",
  placeholder: "AUDIT",
  description:
    "Starts after the audit with this id instead of with the next change; 0 for all audits.",
  parse: parseInteger(0, Number.MAX_SAFE_INTEGER),
});

/**
 * Returns a signal for a command that runs until it is interrupted. It aborts at the first SIGINT or
 * SIGTERM, and when the reader of the output closes it.
 */
export type Interrupted = () => AbortSignal;

/** `gatehouse audit follow` (docs/cli.md#audit-follow): one line for each change, until Ctrl-C. */
export function auditFollowSubcommand(senders: ApiSenders, interrupted: Interrupted): Subcommand {
  return {
    name: "follow",
    json: AuditAnswer,
    summary: "Prints each change as it happens, until Ctrl-C; --json prints one object per line.",
    examples: [
      { line: "gatehouse audit follow", text: "Shows changes as they happen." },
      {
        line: "gatehouse audit follow search --after 17 --json >>changes.jsonl",
        text: "Writes the changes of a feature after audit 17 to a file, one JSON object a line.",
      },
    ],

    options: [
      auditFilters.action,
      auditFilters.by,
      auditFilters.text,
      afterOption,
      jsonOption,
      ...targetOptions,
    ],
    positionals: [auditFeatures],
    repeats: true,
    run: (invocation) =>
      reportFailures(invocation, 1, async () => {
        const { given, output } = invocation;
        const place = await openEnvironment(invocation, senders);
        const { paint } = layoutOf(output);
        const isJson = given.valueOf(jsonOption);
        const signal = interrupted();
        const { ask, openEvents } = releasingRequests(given, place, signal);
        using news = followChangeNews({ open: openEvents, wait: waitUnlessAborted, signal });
        await followAudits({
          ask,
          query: auditQuery(given, place),
          after: given.valueOf(afterOption) ?? null,
          onAudits(audits) {
            for (const audit of audits.map(shownAudit)) {
              if (isJson) {
                printJson(output, audit);
              } else {
                output.out(auditLine(audit, paint));
              }
            }
          },
          onLost: (reason, waitMs) =>
            output.err(`gatehouse: ${printable(reason)}; retrying in ${waitMs / secondMs} s\n`),
          onFound: () => output.err("gatehouse: reconnected; no change was missed\n"),
          next: () => news.next(),
          wait: (ms) => waitUnlessAborted(ms, signal),
          signal,
        });
        // The command only ends this way, so neither a signal nor a closed output is a failure.
        return 0;
      }),
  };
}

/**
 * Releases the data directory after each request, because the command waits between requests.
 * Requests on a directory run one at a time: a release would close the data of another request.
 */
function releasingRequests(
  given: Arguments,
  { admin, at, in: project, release }: Target,
  signal: AbortSignal,
) {
  const requests = new OneAtATime();
  const run = <Answer>(work: () => Promise<Answer>) =>
    remoteServer(given) === null ? requests.run(() => releasing({ release }, work)) : work();
  return {
    ask: (query: AuditPageQuery) =>
      run(() => admin.call("GET /environments/:environment/audits", { params: at, query }, signal)),
    openEvents: (end: AbortSignal) =>
      run(() =>
        admin.open("GET /environments/:environment/events", { params: at, query: project }, end),
      ),
  };
}

/** `2026-01-31 23:59:01  12  search  enable_actor User;1  by token 3`. */
function auditLine(audit: AuditAnswer, paint: Paint): string {
  const { id, created_at: time, actor, action, target, value, reason } = audit;
  const head = paint("faint", `${secondsOf(time)}  ${id}`);
  const change = printable(actionText(action, value));
  const why = reason === null ? "" : `: ${printable(reason)}`;
  return `${head}  ${printable(target.key)}  ${change}  by ${printable(authorOf(actor))}${why}\n`;
}
