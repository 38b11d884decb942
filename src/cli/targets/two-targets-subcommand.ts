import type { TSchema } from "@sinclair/typebox";
import type { Arguments } from "../../config/arguments.ts";
import { clientSettings } from "../../config/client-settings.ts";
import { dataLocationOptions } from "../../config/data-location.ts";
import { jsonOption, projectOption } from "../options/common-options.ts";
import type { Subcommand } from "../subcommand.ts";
import { type ApiSenders, openTwoTargets, type TwoTargets } from "./api-target.ts";
import { type TargetCommand, targetSubcommand } from "./target-subcommand.ts";

/** The options that name the two environments' server, data, project and credentials. */
export const twoTargetsOptions = [
  jsonOption,
  projectOption,
  ...dataLocationOptions,
  clientSettings.url,
  clientSettings.token,
  clientSettings.toToken,
  clientSettings.basicAuth,
];

/** A command that opens two environments. `environments` returns their slugs. */
export function twoTargetsSubcommand<Answer extends TSchema>(
  senders: ApiSenders,
  environments: (given: Arguments) => readonly [string, string],
  command: TargetCommand<TwoTargets, Answer>,
): Subcommand {
  return targetSubcommand(
    senders,
    ({ given }, visibleSenders) => openTwoTargets(given, visibleSenders, environments(given)),
    { ...command, options: [...command.options, ...twoTargetsOptions] },
  );
}
