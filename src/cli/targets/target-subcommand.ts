import type { Static, TSchema } from "@sinclair/typebox";
import type { Arguments } from "../../config/arguments.ts";
import { ConfigError } from "../../config/config-error.ts";
import { isLoopback } from "../../core/network/loopback.ts";
import { printable } from "../../core/text/printable.ts";
import { NoDataError } from "../administration/server-or-directory.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { RequestOpened } from "../api-client/request-opened.ts";
import { jsonOption } from "../options/common-options.ts";
import { failureMessage } from "../output/failure-messages.ts";
import { reportFailure } from "../output/report-failure.ts";
import type { Invocation, Output, Subcommand } from "../subcommand.ts";
import { type ApiSenders, remoteServer, type Target } from "./api-target.ts";
import { visibleSenders } from "./visible-senders.ts";

/** What a command works with; `release` is called at its end. */
export type Releasable = Pick<Target, "release">;

/** A run of a command that has opened its target. */
export interface TargetCall<Opened> extends Invocation {
  readonly place: Opened;
}

/** How a command works and prints. */
export interface TargetCommand<Opened, Answer extends TSchema> extends Omit<Subcommand, "run"> {
  /** The schema of the output of --json. */
  readonly json: Answer;
  /** Resolves with the output of --json. */
  readonly work: (call: TargetCall<Opened>) => Promise<Immutable<Static<Answer>>>;
  readonly text: (answer: Immutable<Static<Answer>>, output: Output) => string;
  /** The exit code for an answer; 0 unless given. */
  readonly exitCode?: (answer: Immutable<Static<Answer>>) => number;
  /** The exit code for refusals and failed connections; 1 unless given. */
  readonly failureCode?: number;
}

/** Opens the target that the options name. */
type Open<Opened> = (invocation: Invocation, senders: ApiSenders) => Opened | Promise<Opened>;

const failureCodeDefault = 1;
/** Around an IPv6 address in a URL. */
const brackets = /^\[|\]$/g;

/**
 * A command on a server or on data (docs/cli.md#three-targets). It prints the answer as JSON or text. A
 * refusal is one line on `err`. `command.options` are all its options.
 */
export function targetSubcommand<Opened extends Releasable, Answer extends TSchema>(
  senders: ApiSenders,
  open: Open<Opened>,
  command: TargetCommand<Opened, Answer>,
): Subcommand {
  const { work, text, exitCode, failureCode, ...rest } = command;
  return {
    ...rest,
    run: (invocation) =>
      reportFailures(invocation, failureCode ?? failureCodeDefault, async () => {
        const answer = await onTarget(invocation, senders, open, (place) =>
          work({ ...invocation, place }),
        );
        printAnswer(invocation, answer, text);
        return exitCode?.(answer) ?? 0;
      }),
  };
}

/** Opens the target of a command, works with it, and releases it. A slow request shows its target. */
export async function onTarget<Opened extends Releasable, Result>(
  invocation: Invocation,
  senders: ApiSenders,
  open: Open<Opened>,
  work: (place: Opened) => Promise<Result>,
): Promise<Result> {
  const place = await open(invocation, visibleSenders(senders, invocation));
  return releasing(place, () => work(place));
}

/** Works, and then releases what the requests opened. */
export async function releasing<Result>(
  { release }: Releasable,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } finally {
    await release();
  }
}

/** Prints an answer as `--json` asks. */
export function printAnswer<Answer>(
  { given, output }: Invocation,
  answer: Answer,
  text: (answer: Answer, output: Output) => string,
): void {
  if (given.valueOf(jsonOption)) {
    printJson(output, answer);
  } else {
    output.out(text(answer, output));
  }
}

/** One line of JSON. Clients choose names, so it contains printable characters only. */
export function printJson(output: Output, answer: unknown): void {
  output.out(`${printable(JSON.stringify(answer))}\n`);
}

/**
 * Runs work. A refusal is one line on `err` and the exit code `failureCode`. A program fault has this
 * code too if it is not 1: for `check`, 1 would mean "disabled". The error for a path without data
 * also names the other ways to reach data.
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
    return await work();
  } catch (error) {
    if (error instanceof RequestOpened) {
      reportOpened(error, given, output);
      return exitRequested;
    }
    if (error instanceof NoDataError) {
      throw new ConfigError(`${error.message}; --url calls a server instead`);
    }
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

/** The exit code of a change that waits for approval. */
const exitRequested = 4;

function reportOpened({ id, title }: RequestOpened, given: Arguments, output: Output): void {
  if (given.knows(jsonOption) && given.valueOf(jsonOption)) {
    printJson(output, { request: { id, title } });
  } else {
    output.out(`opened request ${id}: ${printable(title)}\n`);
  }
}

/** Whether the network can read what is sent. */
function isReadable(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !isLoopback(hostname.replace(brackets, ""));
}
