import { type AdminCalls, remedyOf } from "../../api/mcp/admin-calls.ts";
import { answerLines, LineTooLong } from "../../api/mcp/message-lines.ts";
import { ConfigError } from "../../config/config-error.ts";
import { switchOption } from "../../config/option.ts";
import { OneAtATime } from "../../core/scheduling/one-at-a-time.ts";
import { describeError } from "../../core/text/describe-error.ts";
import { printable } from "../../core/text/printable.ts";
import { gatehouseVersion } from "../../core/version.ts";
import { NoDataError } from "../administration/server-or-directory.ts";
import { ApiRefusal } from "../api-client/api-failure.ts";
import { RequestOpened } from "../api-client/request-opened.ts";
import { projectOption } from "../options/common-options.ts";
import { CommandRefusal, failureMessage, type RemoteServer } from "../output/failure-messages.ts";
import type { Subcommand } from "../subcommand.ts";
import {
  type ApiSenders,
  remoteServer,
  type Target,
  targetOptions,
} from "../targets/api-target.ts";
import { openEnvironment } from "../targets/daily-subcommand.ts";
import { releasing, reportFailures } from "../targets/target-subcommand.ts";

/** The messages of the assistant. */
export type McpInput = () => AsyncIterable<Uint8Array | string>;

const allowWritesOption = switchOption({
  flag: "allow-writes",
  description:
    "Lets the assistant change features, as far as the token allows. Without it, the assistant reads, " +
    "explains and plans.",
});

/** `gatehouse mcp` (docs/mcp.md): a server of the Model Context Protocol on standard input and output. */
export function mcpSubcommand(senders: ApiSenders, input: McpInput): Subcommand {
  return {
    name: "mcp",
    summary:
      "Lets an assistant, such as Claude or Cursor, read features and plan changes. The assistant starts " +
      "this command, and sends it messages over standard input (Model Context Protocol).",
    examples: [
      {
        line: "gatehouse mcp --url https://toggles.example/adapter",
        text: "Uses a server over HTTP, with the token in GATEHOUSE_TOKEN.",
      },
      {
        line: "gatehouse mcp --environment staging --allow-writes",
        text: "Uses the server on this machine, and lets the assistant change features.",
      },
    ],
    options: [allowWritesOption, ...targetOptions],
    positionals: [],
    run: (invocation) =>
      reportFailures(invocation, 1, async () => {
        const { given, output } = invocation;
        const place = await openEnvironment(invocation, senders);
        // Only this command needs the schemas of the tools.
        const { McpServer } = await import("../../api/mcp/mcp-server.ts");
        const server = new McpServer({
          version: gatehouseVersion,
          allowsWrites: given.valueOf(allowWritesOption),
        });
        const remote = remoteServer(given);
        const admin = callsOf(place, remote, given.valueOf(projectOption));
        const calls = new OneAtATime();
        await answerLines({
          input: input(),
          // Data without a server is released between messages, so that a server can start.
          answer: (message) =>
            calls.run(() => releasing(place, () => server.answer(message, admin))),
          write: (text) => output.out(text),
          onFault: (error) => output.err(`gatehouse: ${printable(describeError(error))}\n`),
        }).catch((error: unknown) => {
          throw error instanceof LineTooLong ? new CommandRefusal(error.message) : error;
        });
        return 0;
      }),
  };
}

function callsOf(
  { admin, at }: Target,
  server: RemoteServer | null,
  project: string | undefined,
): AdminCalls {
  return {
    call: (name, input) => admin.call(name, input),
    environment: at.environment,
    project,
    answeredEnvironment: () => admin.environment,
    failureOf(error) {
      if (error instanceof RequestOpened) {
        return { code: null, message: error.message, request: error };
      }
      if (error instanceof NoDataError || error instanceof ConfigError) {
        return { code: null, message: error.message };
      }
      const code = error instanceof ApiRefusal ? error.code : null;
      const message =
        error instanceof ApiRefusal && remedyOf({ code }) !== ""
          ? error.message
          : failureMessage(error, server);
      return message === undefined ? undefined : { code, message };
    },
  };
}
