import { fileProblem } from "../../core/text/file-problem.ts";
import { printable } from "../../core/text/printable.ts";
import type { Output } from "../subcommand.ts";
import { type Progress, terminalProgress } from "./progress.ts";
import { hasColours } from "./styles.ts";

interface TextInput extends NodeJS.ReadableStream {
  readonly isTTY?: boolean | undefined;
}

interface TextStream {
  write(text: string, onWritten?: (error?: Error | null) => void): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

export interface ProcessStreams {
  readonly stdin: TextInput;
  readonly stdout: TextStream;
  readonly stderr: TextStream;
}

/** A narrower terminal shows lines of this width. */
const columnsMin = 40;

/**
 * The output of a process. Help and tables have the width of its terminal. Progress is shown if the
 * standard error output is a terminal; questions need a terminal as input too.
 */
export function processOutput(
  { stdin, stdout, stderr }: ProcessStreams,
  variables: Readonly<Record<string, string | undefined>>,
): Output {
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    outInTurn: (text) =>
      new Promise((resolve) => {
        stdout.write(text, (error) => resolve(error == null));
      }),
    columns:
      stdout.isTTY === true && stdout.columns ? Math.max(columnsMin, stdout.columns) : undefined,
    hasColours: hasColours(stdout.isTTY === true, variables),
    ask:
      stdin.isTTY === true && stderr.isTTY === true
        ? (question) => {
            stderr.write(question);
            return firstLine(stdin);
          }
        : undefined,
    startProgress:
      stderr.isTTY === true ? oneLine(() => terminalProgress(() => stderr.columns)) : undefined,
  };
}

/** Ctrl-C still ends the process during the question. */
async function firstLine(stdin: TextInput): Promise<string | null> {
  const { createInterface } = await import("node:readline");
  const lines = createInterface({ input: stdin, terminal: false });
  for await (const line of lines) {
    return line;
  }
  return null;
}

/** Nested work with progress uses the same line. */
function oneLine(start: () => Progress): () => Progress {
  let shown: { readonly progress: Progress; name: string } | undefined;
  return () => {
    if (shown !== undefined) {
      const { progress, name } = shown;
      return { step: progress.step, stop: () => progress.step(name) };
    }
    const progress = start();
    const outer = { progress, name: "" };
    shown = outer;
    return {
      step: (name, holdsThread) => {
        outer.name = name;
        progress.step(name, holdsThread);
      },
      stop: () => {
        shown = undefined;
        progress.stop();
      },
    };
  };
}

/** A command with an unwritten answer must not look successful, nor like one that answered no. */
const exitUnwritable = 2;

interface ErrorEmitter {
  on(name: "error", listener: (error: Error & { readonly code?: unknown }) => void): unknown;
}

/** The process; tests pass a substitute. */
interface WritingProcess {
  readonly stdout: ErrorEmitter;
  readonly stderr: ErrorEmitter & Pick<TextStream, "write">;
  exitCode?: number | string | null | undefined;
}

/**
 * A process such as a server goes on when its output cannot be written. Readers may close an output.
 * Any other reason, such as a full disk, is reported once, and the exit code becomes 2.
 */
export function handleOutputErrors(writing: WritingProcess): void {
  let isReported = false;
  writing.stdout.on("error", (error) => {
    if (error.code !== "EPIPE" && !isReported) {
      isReported = true;
      const reason = fileProblem(error);
      writing.stderr.write(`gatehouse: the output cannot be written: ${printable(reason)}\n`);
      writing.exitCode = exitUnwritable;
    }
  });
  // Standard error is gone, so the failure cannot be reported.
  writing.stderr.on("error", () => undefined);
}
