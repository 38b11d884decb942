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

/** What an administering command works with. */
export interface AdminCall {
  readonly given: Arguments;
  readonly admin: AdminClient;
  /** The project in queries. */
  readonly query: { readonly project?: string };
}

interface Definition<Answer extends TSchema> extends Omit<Subcommand, "run"> {
  /** The form of what --json prints. */
  readonly json: Answer;
  /** Resolves with what --json prints. */
  readonly work: (call: AdminCall) => Promise<Immutable<Static<Answer>>>;
  /** The output for people, in lines of at most `columns` columns where it is a table. */
  readonly text: (answer: Immutable<Static<Answer>>, columns: number) => string;
  /** The exit code of what was done; 0 unless given. */
  readonly exitCode?: (answer: Immutable<Static<Answer>>) => number;
  /** Why the command does nothing on data of mountable mode; undefined for one that works there too. */
  readonly hostedOnly?: string;
}

/**
 * A command that administers a server or its data through the Admin API (docs/cli.md#three-places). The
 * answer is printed as JSON or as text for people, and what refuses it is one line on `err`.
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
