import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { InputOf } from "../../api/admin/calls/admin-call.ts";
import { ConfigError } from "../../config/config-error.ts";
import { sha256 } from "../../core/secrets/sha256.ts";
import { quote } from "../../core/text/quote.ts";
import { readTextFile, writeTextFile } from "../output/text-files.ts";
import type { DeclaredBody } from "./declared-features.ts";
import { PlanAnswer } from "./plan-texts.ts";

const planBytesMax = 16 * 1024 * 1024;
const format = "gatehouse-plan-1";

/** A plan that was written to a file, to be applied as it is. */
const PlanFile = Type.Object({
  format: Type.Literal(format),
  project: Type.Union([Type.String(), Type.Null()]),
  wanted: Type.Unknown(),
  base: Type.Unknown(),
  plan: PlanAnswer,
  hash: Type.String(),
});

export interface SavedPlan {
  /** The name of the project; null for the first one. */
  readonly project: string | null;
  readonly wanted: DeclaredBody;
  readonly base: NonNullable<InputOf<"POST /apply">["body"]["base"]>;
  readonly plan: PlanAnswer;
}

export function writePlan(path: string, saved: SavedPlan): Promise<void> {
  const content = { format, ...saved, hash: hashOf(saved) };
  return writeTextFile(path, `${JSON.stringify(content, undefined, 2)}\n`);
}

/** Throws a ConfigError for a file that `writePlan` did not write, or that was changed. */
export async function readPlan(path: string): Promise<SavedPlan> {
  const content = parsed(await readTextFile(path, planBytesMax));
  if (!Value.Check(PlanFile, content)) {
    throw new ConfigError(`${quote(path)} is not a plan of gatehouse plan --out`);
  }
  // The server checks both again.
  const { project, plan, hash, ...sent } = content as Static<typeof PlanFile> & SavedPlan;
  const saved: SavedPlan = { project, wanted: sent.wanted, base: sent.base, plan };
  if (hashOf(saved) !== hash) {
    throw new ConfigError(`${quote(path)} was changed after gatehouse plan had written it`);
  }
  return saved;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function hashOf({ project, wanted, base, plan }: SavedPlan): string {
  return sha256(JSON.stringify([project, wanted, base, plan]));
}
