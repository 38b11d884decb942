import type { Static, TSchema } from "@sinclair/typebox";
import type { Arguments } from "../../config/arguments.ts";
import { printableLines } from "../../core/text/printable.ts";
import { ApiRefusal } from "../api-client/api-failure.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { jsonOption } from "../options/common-options.ts";
import { CommandRefusal } from "../output/failure-messages.ts";
import { type Subcommand, tableColumns } from "../subcommand.ts";
import type { AdminClient } from "./admin-client.ts";
import { adminTargetOptions, openAdminTarget } from "./admin-target.ts";
import { type ApiSenders, remoteServer } from "./api-target.ts";
import { printJson, reportFailures } from "./daily-subcommand.ts";
import { visibleSenders } from "./visible-senders.ts";

/** What an administration command works with. */
export interface AdminCall {
  readonly given: Arguments;
  readonly admin: AdminClient;
  /** The project in queries. */
  readonly query: { readonly project?: string };
}

interface Definition<Answer extends TSchema> extends Omit<Subcommand, "run"> {
  /** The schema of the output of --json. */
  readonly json: Answer;
  /** Resolves with the output of --json. */
  readonly work: (call: AdminCall) => Promise<Immutable<Static<Answer>>>;
  /** The text output; tables have at most `columns` columns. */
  readonly text: (answer: Immutable<Static<Answer>>, columns: number) => string;
  /** The exit code after the work; 0 unless given. */
  readonly exitCode?: (answer: Immutable<Static<Answer>>) => number;
  /** Why the command does nothing on data of mountable mode; undefined if it works there too. */
  readonly hostedOnly?: string;
}

/**
 * A command that administers a server or its data through the Admin API (docs/cli.md#three-places).
 * It prints the answer as JSON or text. A refusal is one line on `err`.
 */
export function adminSubcommand<Answer extends TSchema>(
  senders: ApiSenders,
  { work, text, exitCode, hostedOnly, ...command }: Definition<Answer>,
): Subcommand {
  const options = [...command.options, jsonOption, ...adminTargetOptions(command.options)];
  return {
    ...command,
    options,
    run: ({ given, output }) =>
      reportFailures({ given, output }, 1, async () => {
        const visible = visibleSenders(senders, given, output);
        const { admin, query, release } = openAdminTarget(given, visible, options);
        const answer = await working(work({ given, admin, query }), {
          release,
          reason: remoteServer(given) === null ? hostedOnly : undefined,
        });
        if (given.valueOf(jsonOption)) {
          printJson(output, answer);
        } else {
          output.out(printableLines(text(answer, tableColumns(output))));
        }
        return exitCode?.(answer) ?? 0;
      }),
  };
}

interface Working {
  readonly release: () => Promise<void>;
  /** Why a route is missing. */
  readonly reason: string | undefined;
}

async function working<Answer>(
  work: Promise<Answer>,
  { release, reason }: Working,
): Promise<Answer> {
  try {
    return await work;
  } catch (error) {
    const isHostedOnly = error instanceof ApiRefusal && error.code === "route_not_found";
    throw reason !== undefined && isHostedOnly ? new CommandRefusal(reason) : error;
  } finally {
    await release();
  }
}
