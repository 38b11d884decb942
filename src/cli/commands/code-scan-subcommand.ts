import { isAbsolute, join, normalize } from "node:path";
import { optionalOption, switchOption } from "../../config/option.ts";
import { parseOneOf } from "../../config/value-parsers.ts";
import { referenceFinder } from "../code-references/find-references.ts";
import { languageOf } from "../code-references/languages.ts";
import {
  CodeReport,
  codeReport,
  hasFindings,
  type KnownFeature,
  type ScannedCode,
} from "../code-scan/code-report.ts";
import { readCodeSettings } from "../code-scan/code-settings.ts";
import { reportMarkdown, reportText } from "../code-scan/report-texts.ts";
import { sarifReport } from "../code-scan/sarif-report.ts";
import { realDirectory, walkSources } from "../code-scan/walk-sources.ts";
import { jsonOption } from "../options/common-options.ts";
import { CommandRefusal } from "../output/failure-messages.ts";
import type { Invocation, Subcommand, SubcommandGroup } from "../subcommand.ts";
import { answeredEnvironment } from "../targets/admin-or-public.ts";
import { type ApiSenders, type Target, targetOptions } from "../targets/api-target.ts";
import { layoutIn, openEnvironment } from "../targets/daily-subcommand.ts";
import { readFeatures } from "../targets/read-features.ts";
import { onTarget, printJson, reportFailures } from "../targets/target-subcommand.ts";

const directory = {
  placeholder: "DIRECTORY",
  description: "The directory with the source code; the current directory if missing.",
  optional: true,
  completion: "directories" as const,
};
const formatOption = optionalOption({
  flag: "format",
  placeholder: "FORMAT",
  description: "The form of the report: text, json, markdown or sarif; text unless given.",
  parse: parseOneOf("text", "json", "markdown", "sarif"),
});
const exitCodeOption = switchOption({
  flag: "exit-code",
  description: "Exits with code 3 if the code has unknown keys or stale features.",
});
const findingsCode = 3;
const referencesMax = 200_000;

/** `gatehouse code …`: the use of features in source code. */
export function codeSubcommands(senders: ApiSenders): SubcommandGroup {
  return {
    name: "code",
    summary: "Finds the keys of features in source code.",
    commands: [codeScanSubcommand(senders)],
  };
}

/** `gatehouse code scan` (docs/cli.md#features-in-source-code). */
function codeScanSubcommand(senders: ApiSenders): Subcommand {
  return {
    name: "scan",
    summary:
      "Finds the keys of features in source code in Ruby, TypeScript, JavaScript, Python and Go. " +
      "Reports unknown keys, stale features that the code still uses, and features that it does not use.",
    examples: [
      {
        line: "gatehouse code scan app --environment staging",
        text: "Compares the code in a directory with the features of staging.",
      },
      {
        line: "gatehouse code scan --format sarif --exit-code > gatehouse.sarif",
        text: "Writes a report for code scanning, and fails for unknown keys and stale features.",
      },
    ],
    json: CodeReport,
    options: [formatOption, exitCodeOption, jsonOption, ...targetOptions],
    positionals: [directory],
    run: (invocation) =>
      reportFailures(invocation, 1, async () => {
        const report = await onTarget(invocation, senders, openEnvironment, (place) =>
          scan(invocation, place),
        );
        print(invocation, report);
        const fails = invocation.given.valueOf(exitCodeOption) && hasFindings(report);
        return fails ? findingsCode : 0;
      }),
  };
}

async function scan({ given }: Invocation, place: Target): Promise<CodeReport> {
  const [path = "."] = given.positionals;
  const features = await knownFeatures(place);
  const environment = await answeredEnvironment(place);
  await place.release();
  return codeReport(await scanDirectory(path), features, environment);
}

async function knownFeatures(place: Target): Promise<readonly KnownFeature[]> {
  const { features } = await readFeatures(place);
  return features.map(({ key, details }) => ({ key, stale: details?.stale ?? null }));
}

async function scanDirectory(path: string): Promise<ScannedCode> {
  const root = await realDirectory(path);
  const { calls, ignore } = await readCodeSettings(root);
  const find = referenceFinder(calls);
  const files: ScannedCode["files"][number][] = [];
  const skipped: ScannedCode["skipped"] = [];
  let references = 0;
  for await (const walked of walkSources(root, ignore)) {
    const file = shownPath(path, walked.path);
    const language = languageOf(walked.path);
    if ("reason" in walked) {
      skipped.push({ file, reason: walked.reason });
    } else if (language !== undefined) {
      const isTemplate = walked.path.endsWith(".erb");
      const found = find({ text: walked.text, language, isTemplate });
      files.push({ file, ...found });
      references += found.references.length;
      if (references > referencesMax) {
        throw new CommandRefusal(`there are more than ${referencesMax} keys in the code`);
      }
    }
  }
  return { files, skipped };
}

/** From the current directory if the scanned one is below it, for editors and code scanning. */
function shownPath(directoryPath: string, file: string): string {
  const isBelow = !isAbsolute(directoryPath) && !normalize(directoryPath).startsWith("..");
  return isBelow ? join(directoryPath, file).replaceAll("\\", "/") : file;
}

function print(invocation: Invocation, report: CodeReport): void {
  const { given, output } = invocation;
  const format = given.valueOf(jsonOption) ? "json" : (given.valueOf(formatOption) ?? "text");
  if (format === "json" || format === "sarif") {
    printJson(output, format === "json" ? report : sarifReport(report));
  } else {
    const isText = format === "text";
    output.out(
      isText ? reportText(report, layoutIn(output, report.environment)) : reportMarkdown(report),
    );
  }
}
