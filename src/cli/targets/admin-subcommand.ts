import type { Static, TSchema } from "@sinclair/typebox";
import type { Arguments } from "../../config/arguments.ts";
import { printableLines } from "../../core/text/printable.ts";
import { rewordingRefusals } from "../api-client/api-failure.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { jsonOption } from "../options/common-options.ts";
import { CommandRefusal } from "../output/failure-messages.ts";
import { type Subcommand, tableColumns } from "../subcommand.ts";
import { type AdminTarget, adminTargetOptions, openAdminTarget } from "./admin-target.ts";
import { type ApiSenders, remoteServer } from "./api-target.ts";
import { type TargetCommand, targetSubcommand } from "./target-subcommand.ts";

/** What an administration command works with. */
export interface AdminCall extends Omit<AdminTarget, "release"> {
  readonly given: Arguments;
}

interface Definition<Answer extends TSchema>
  extends Omit<TargetCommand<AdminTarget, Answer>, "work" | "text"> {
  /** Resolves with the output of --json. */
  readonly work: (call: AdminCall) => Promise<Immutable<Static<Answer>>>;
  /** The text output; tables have at most `columns` columns. */
  readonly text: (answer: Immutable<Static<Answer>>, columns: number) => string;
  /** Why the command does nothing on data of mountable mode; undefined if it works there too. */
  readonly hostedOnly?: string;
}

/** A command that administers a server or its data through the Admin API. */
export function adminSubcommand<Answer extends TSchema>(
  senders: ApiSenders,
  { work, text, hostedOnly, ...command }: Definition<Answer>,
): Subcommand {
  const options = [...command.options, jsonOption, ...adminTargetOptions(command.options)];
  return targetSubcommand(
    senders,
    ({ given }, visible) => openAdminTarget(given, visible, options),
    {
      ...command,
      options,
      work: ({ given, place }) =>
        rewordingRefusals(
          () => work({ given, ...place }),
          (refusal) => {
            const isLocal = remoteServer(given) === null;
            return isLocal && hostedOnly !== undefined && refusal.code === "route_not_found"
              ? new CommandRefusal(hostedOnly)
              : refusal;
          },
        ),
      text: (answer, output) => printableLines(text(answer, tableColumns(output))),
    },
  );
}
