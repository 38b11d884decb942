import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { describeError } from "../../core/text/describe-error.ts";
import { printable } from "../../core/text/printable.ts";
import { orNull } from "../answers/json-schemas.ts";
import { jsonOption } from "../options/common-options.ts";
import type { SelftestProgram } from "../selftest/selftest-process.ts";
import { Selftest, type SelftestStep } from "../selftest/selftest-steps.ts";
import type { Output, Subcommand } from "../subcommand.ts";
import { layoutOf } from "../targets/daily-subcommand.ts";

const Step = Type.Object({
  name: Type.String({ description: "What is true if the step passed." }),
  passed: Type.Boolean(),
  reason: orNull(Type.String(), "Null for a step that passed."),
});
type Step = Static<typeof Step>;

const SelftestJson = Type.Object({ passed: Type.Boolean(), steps: Type.Array(Step) });

const directoryStep = "a temporary directory is created";
const notReached = "not reached";

/** `gatehouse selftest` (docs/cli.md#selftest). */
export function selftestSubcommand(program: SelftestProgram): Subcommand {
  return {
    name: "selftest",
    summary:
      "Tests this program on this machine, with data of its own in a temporary directory: a server that " +
      "is killed, a backup and its restore, the record of audits, and a guard. Exits with code 1 if a " +
      "step fails.",
    examples: [
      {
        line: "gatehouse selftest",
        text: "Prints a line for each step; it touches no other data.",
      },
      {
        line: "gatehouse selftest --json",
        text: "Prints the steps as JSON, with the reason of each failure.",
      },
    ],
    options: [jsonOption],
    positionals: [],
    json: SelftestJson,
    async run({ given, output }) {
      const isJson = given.valueOf(jsonOption);
      const steps: Step[] = [];
      for await (const step of runSteps(program, output)) {
        steps.push(step);
        if (!isJson) {
          output.out(lineOf(step, output));
        }
      }
      const passed = steps.every((step) => step.passed);
      if (isJson) {
        output.out(`${JSON.stringify({ passed, steps })}\n`);
      }
      return passed ? 0 : 1;
    },
  };
}

async function* runSteps(program: SelftestProgram, output: Output): AsyncGenerator<Step, void> {
  let directory: string;
  try {
    directory = mkdtempSync(join(tmpdir(), "gatehouse-selftest-"));
  } catch (error) {
    yield { name: directoryStep, passed: false, reason: describeError(error) };
    return;
  }
  const selftest = new Selftest(program, directory);
  const end = () => {
    selftest.end();
    rmSync(directory, { recursive: true, force: true });
  };
  using _undo = output.undoAtSignal?.(end);
  try {
    let isReached = true;
    for (const step of selftest.steps) {
      const reason: string | null = step.isNext && !isReached ? notReached : await failureOf(step);
      isReached &&= reason === null;
      yield { name: step.name, passed: reason === null, reason };
    }
  } finally {
    end();
  }
}

async function failureOf({ run }: SelftestStep): Promise<string | null> {
  try {
    await run();
    return null;
  } catch (error) {
    return describeError(error);
  }
}

function lineOf({ name, passed, reason }: Step, output: Output): string {
  const { paint } = layoutOf(output);
  const mark = passed ? paint("good", "✓") : paint("bad", "✗");
  return `${mark} ${name}${reason === null ? "" : `: ${printable(reason)}`}\n`;
}
