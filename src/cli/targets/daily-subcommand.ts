import type { Static, TSchema } from "@sinclair/typebox";
import type { Arguments } from "../../config/arguments.ts";
import { ConfigError } from "../../config/config-error.ts";
import { isLoopback } from "../../core/network/loopback.ts";
import { printable } from "../../core/text/printable.ts";
import { NoDataError } from "../administration/server-or-directory.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { jsonOption } from "../options/common-options.ts";
import { failureMessage } from "../output/failure-messages.ts";
import { reportFailure } from "../output/report-failure.ts";
import { inColours, inPlainText, type Paint } from "../output/styles.ts";
import { type Invocation, type Output, type Subcommand, tableColumns } from "../subcommand.ts";
import {
  type ApiSenders,
  environmentOption,
  openTarget,
  remoteServer,
  type Target,
  targetOptions,
} from "./api-target.ts";
import { releasing } from "./releasing.ts";
import { visibleSenders } from "./visible-senders.ts";

export interface DailyCall {
  readonly given: Arguments;
  readonly output: Output;
  readonly place: Target;
}

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

interface Definition<Answer extends EnvironmentAnswer> extends Omit<Subcommand, "run"> {
  /** The schema of the output of --json. */
  readonly json: Answer;
  /** Resolves with the output of --json. */
  readonly work: (call: DailyCall) => Promise<Immutable<Static<Answer>>>;
  readonly text: (answer: Immutable<Static<Answer>>, layout: Layout) => string;
  /** The exit code for an answer; 0 unless given. */
  readonly code?: (answer: Immutable<Static<Answer>>) => number;
  /** The exit code for refusals and failed connections; 1 unless given. */
  readonly failureCode?: number;
}

const failureCodeDefault = 1;
/** Around an IPv6 address in a URL. */
const brackets = /^\[|\]$/g;

/**
 * A command on the features of one environment, in a data directory or on a server
 * (docs/cli.md#three-places). It prints the answer as JSON or text. A refusal is one line on `err`.
 */
export function dailySubcommand<Answer extends EnvironmentAnswer>(
  senders: ApiSenders,
  { work, text, code, failureCode = failureCodeDefault, ...command }: Definition<Answer>,
): Subcommand {
  return {
    ...command,
    options: [...command.options, jsonOption, ...targetOptions],
    run: ({ given, output }) =>
      reportFailures({ given, output }, failureCode, async () => {
        const visible = visibleSenders(senders, given, output);
        const place = await openTarget(given, visible, given.valueOf(environmentOption));
        const call = { given, output, place };
        const answer = await releasing([place], () => work(call));
        if (given.valueOf(jsonOption)) {
          printJson(output, answer);
        } else {
          output.out(text(answer, layoutIn(output, answer.environment)));
        }
        return code?.(answer) ?? 0;
      }),
  };
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

/** One line of JSON. Clients choose names, so it contains printable characters only. */
export function printJson(output: Output, answer: unknown): void {
  output.out(`${printable(JSON.stringify(answer))}\n`);
}

/** Runs work. The error for a path without data also names the other ways to reach data. */
export async function hintingAtServers<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof NoDataError
      ? new ConfigError(`${error.message}; --url calls a server instead`)
      : error;
  }
}

/**
 * Runs work. A refusal is one line on `err` and the exit code `failureCode`. A program fault has this
 * code too if it is not 1: for `check`, 1 would mean "disabled".
 */
export async function reportFailures(
  { given, output }: Invocation,
  failureCode: number,
  work: () => Promise<number>,
): Promise<number> {
  const server = remoteServer(given);
  if (server?.hasToken === true && isReadable(server.url)) {
    output.err("gatehouse: warning: the token is sent without encryption; use https\n");
  }
  try {
    return await hintingAtServers(work);
  } catch (error) {
    const words = failureMessage(error, server);
    if (words === undefined) {
      if (error instanceof ConfigError || failureCode === failureCodeDefault) {
        throw error;
      }
      return Math.max(failureCode, reportFailure(error, output));
    }
    output.err(`gatehouse: ${printable(words)}\n`);
    return failureCode;
  }
}

/** Whether the network can read what is sent. */
function isReadable(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !isLoopback(hostname.replace(brackets, ""));
}
