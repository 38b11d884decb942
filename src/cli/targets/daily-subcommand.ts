import type { Static, TSchema } from "@sinclair/typebox";
import { printable } from "../../core/text/printable.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { jsonOption } from "../options/common-options.ts";
import { inColours, inPlainText, type Paint } from "../output/styles.ts";
import { type Invocation, type Output, type Subcommand, tableColumns } from "../subcommand.ts";
import {
  type ApiSenders,
  environmentOption,
  openTarget,
  type Target,
  targetOptions,
} from "./api-target.ts";
import { type TargetCall, type TargetCommand, targetSubcommand } from "./target-subcommand.ts";

export type DailyCall = TargetCall<Target>;

/** The layout of the text output. */
export interface Layout {
  /** The width of tables. */
  readonly columns: number;
  readonly paint: Paint;
  /** The environment in words, as in "in production". */
  readonly where: string;
}

/** A member of every answer about one environment. */
type EnvironmentAnswer = TSchema & { readonly static: { environment: string | null } };

interface Definition<Answer extends EnvironmentAnswer>
  extends Omit<TargetCommand<Target, Answer>, "text"> {
  readonly text: (answer: Immutable<Static<Answer>>, layout: Layout) => string;
}

/** A command on the features of one environment. */
export function dailySubcommand<Answer extends EnvironmentAnswer>(
  senders: ApiSenders,
  { text, ...command }: Definition<Answer>,
): Subcommand {
  return targetSubcommand(senders, openEnvironment, {
    ...command,
    options: [...command.options, jsonOption, ...targetOptions],
    text: (answer, output) => text(answer, layoutIn(output, answer.environment)),
  });
}

/** Opens the target with the environment that the options name. */
export function openEnvironment({ given }: Invocation, senders: ApiSenders): Promise<Target> {
  return openTarget(given, senders, given.valueOf(environmentOption));
}

export function layoutOf(output: Output): Pick<Layout, "columns" | "paint"> {
  return {
    columns: tableColumns(output),
    paint: output.hasColours === true ? inColours : inPlainText,
  };
}

export function layoutIn(output: Output, environment: string | null): Layout {
  const where =
    environment === null ? "in the token's environment" : `in ${printable(environment)}`;
  return { ...layoutOf(output), where };
}
