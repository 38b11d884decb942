import { Type } from "@sinclair/typebox";
import type { Arguments } from "../../config/arguments.ts";
import { ConfigError } from "../../config/config-error.ts";
import type { Option } from "../../config/option.ts";
import { printableLines } from "../../core/text/printable.ts";
import { type ApiRefusal, rewordingRefusals } from "../api-client/api-failure.ts";
import { declaredFeatures } from "../feature-file/declared-features.ts";
import { readPlan, type SavedPlan, writePlan } from "../feature-file/plan-file.ts";
import { PlanAnswer, planMarkdown, planText, shownChanges } from "../feature-file/plan-texts.ts";
import { readFeatureFile } from "../feature-file/read-feature-file.ts";
import { jsonOption } from "../options/common-options.ts";
import { confirm, requireAnswerable, yesOption } from "../options/confirm-first.ts";
import { changeOptions, whyIn } from "../options/why-option.ts";
import { CommandRefusal } from "../output/failure-messages.ts";
import type { Invocation, Subcommand } from "../subcommand.ts";
import {
  type AdminTarget,
  adminTargetOptions,
  openAdminTarget,
  projectQuery,
} from "../targets/admin-target.ts";
import type { ApiSenders } from "../targets/api-target.ts";
import { onTarget, printJson, reportFailures } from "../targets/target-subcommand.ts";
import {
  exitCodeOption,
  featureFile,
  forceOption,
  markdownOption,
  outOption,
  planOption,
  pruneOption,
} from "./feature-file-options.ts";

const changesCode = 3;

/** Options with those of the target. */
function withTarget(options: readonly Option<unknown>[]): readonly Option<unknown>[] {
  return [...options, jsonOption, ...adminTargetOptions(options)];
}

/** `gatehouse plan` (docs/flags-as-code.md). */
export function planSubcommand(senders: ApiSenders): Subcommand {
  const options = withTarget([pruneOption, exitCodeOption, markdownOption, outOption]);
  return {
    name: "plan",
    summary:
      "Shows what gatehouse apply would change, to make features what a file declares. It changes " +
      "nothing.",
    examples: [
      { line: "gatehouse plan features.yaml", text: "Shows what would change." },
      {
        line: "gatehouse plan features.yaml --out plan.json --exit-code",
        text: "Writes the plan for gatehouse apply --plan, and exits with code 3 for changes.",
      },
    ],
    json: PlanAnswer,
    options,
    positionals: [featureFile],
    run: (invocation) =>
      reportFailures(invocation, 1, async () => {
        const { given } = invocation;
        const { plan } = await onTarget(
          invocation,
          senders,
          ({ given: args }, visible) => openAdminTarget(args, visible, options),
          async (place) => {
            const saved = await planOf(given, place);
            const out = given.valueOf(outOption);
            if (out !== undefined) {
              await writePlan(out, saved);
            }
            return saved;
          },
        );
        printPlan(invocation, plan, given.valueOf(markdownOption));
        const fails = given.valueOf(exitCodeOption) && plan.changes.length > 0;
        return fails ? changesCode : 0;
      }),
  };
}

/** `gatehouse apply` (docs/flags-as-code.md). */
export function applySubcommand(senders: ApiSenders): Subcommand {
  const own = [planOption, pruneOption, forceOption, yesOption];
  const options = withTarget([...own, ...changeOptions]);
  return {
    name: "apply",
    summary:
      "Makes features what a file declares: all of its changes in one step, or none. On a terminal " +
      "it shows the plan and asks first. Features and environments that the file does not list stay.",
    examples: [
      { line: "gatehouse apply features.yaml", text: "Shows the plan, asks, and applies it." },
      {
        line: 'gatehouse apply --plan plan.json --yes --why "The launch"',
        text: "Applies a plan of gatehouse plan --out, unless a feature of it has changed since.",
      },
    ],
    json: Type.Object({ ...PlanAnswer.properties, applied: Type.Boolean() }),
    options,
    positionals: [{ ...featureFile, optional: true }],
    run: (invocation) =>
      reportFailures(invocation, 1, async () => {
        requireAnswerable(invocation.output, invocation.given.valueOf(yesOption));
        const plan = await onTarget(
          invocation,
          senders,
          ({ given }, visible) => openAdminTarget(given, visible, options),
          (place) => apply(invocation, place),
        );
        if (invocation.given.valueOf(jsonOption)) {
          printJson(invocation.output, { ...plan, applied: plan.changes.length > 0 });
        } else {
          invocation.output.out(plan.changes.length === 0 ? planText(plan) : "applied\n");
        }
        return 0;
      }),
  };
}

async function apply(invocation: Invocation, place: AdminTarget): Promise<PlanAnswer> {
  const { given, output } = invocation;
  const why = whyIn(given);
  const saved = await wantedPlan(given, place);
  const { plan, wanted, base, project } = saved;
  if (plan.changes.length === 0) {
    return plan;
  }
  if (!given.valueOf(jsonOption)) {
    printPlan(invocation, plan, false);
  }
  if (!given.valueOf(yesOption)) {
    await place.release();
    await confirm(output, "Apply this?");
  }
  const force = given.valueOf(forceOption) ? { force: true } : {};
  const applied = await rewordingRefusals(
    () =>
      place.admin.call("POST /apply", {
        query: projectQuery(project ?? undefined),
        body: { ...wanted, base, ...force, ...why },
      }),
    (refusal) => (refusal.code === "gate_changed" ? drifted(refusal) : refusal),
  );
  return { ...plan, changes: shownChanges(applied.changes) };
}

function drifted(refusal: ApiRefusal): ApiRefusal {
  const now = `${refusal.message}; nothing was applied, and gatehouse plan shows what would change now`;
  return refusal.withMessage(now);
}

/** The plan of a file, made now, or the one that `--plan` names. */
function wantedPlan(given: Arguments, place: AdminTarget): Promise<SavedPlan> {
  const path = given.valueOf(planOption);
  if (path === undefined) {
    return planOf(given, place);
  }
  if (given.positionals.length > 0 || given.valueOf(pruneOption)) {
    throw new ConfigError("--plan cannot be combined with FILE and --prune");
  }
  return readPlan(path);
}

async function planOf(given: Arguments, { admin }: AdminTarget): Promise<SavedPlan> {
  const [path] = given.positionals;
  if (path === undefined) {
    throw new ConfigError("FILE is missing");
  }
  const { file, position } = await readFeatureFile(path);
  const tag = file.scope?.tag;
  const prunes = given.valueOf(pruneOption);
  if (prunes && tag === undefined) {
    throw new ConfigError(`${position([])}--prune needs a scope, such as scope: {tag: payments}`);
  }
  const wanted = declaredFeatures(file, prunes ? tag : undefined);
  const project = file.project ?? null;
  const answer = await rewordingRefusals(
    () =>
      admin.call("POST /apply/preview", {
        query: projectQuery(project ?? undefined),
        body: wanted,
      }),
    (refusal) =>
      refusal.isRouteMissing
        ? new CommandRefusal("this server cannot plan: it is of an earlier version")
        : placed(refusal, Object.keys(file.features), position),
  );
  return {
    ...{ project, wanted, base: answer.base },
    plan: {
      changes: shownChanges(answer.changes),
      protected: [...answer.protected],
      listed: Object.keys(file.features).length,
    },
  };
}

const featureIndex = /^features\[(?<index>\d+)\]/;

/** A refusal of a part of the file, with its line and column. */
function placed(
  refusal: ApiRefusal,
  keys: readonly string[],
  position: (path: readonly string[]) => string,
): ApiRefusal {
  const index = featureIndex.exec(refusal.message)?.groups?.index;
  const key = index === undefined ? undefined : keys[Number(index)];
  return key === undefined
    ? refusal
    : refusal.withMessage(`${position(["features", key])}${refusal.message}`);
}

function printPlan({ given, output }: Invocation, plan: PlanAnswer, isMarkdown: boolean): void {
  if (given.valueOf(jsonOption)) {
    printJson(output, plan);
  } else {
    output.out(isMarkdown ? planMarkdown(plan) : printableLines(planText(plan)));
  }
}
