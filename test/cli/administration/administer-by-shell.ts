import { AdministrationError } from "../../../src/cli/administration/administration-error.ts";
import { gatehouseProgram } from "../../../src/cli/program.ts";
import { runCli } from "../../../src/cli/run-cli.ts";
import { noCliServices } from "../../helpers/cli-services.ts";
import { connectAt } from "./connect-targets.ts";

/*
 * What commands of the shell print with --json, and which arguments they take.
 */

export interface ShellToken {
  readonly id: number;
  readonly name: string;
  readonly project: string;
  readonly environment: string;
  readonly access: string;
  readonly manages_environments: boolean;
  readonly preview: boolean;
  readonly owner: string;
  readonly created_at: string;
  readonly revoked_at: string | null;
  readonly expires_at: string | null;
}

interface ShellEnvironment {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly state: string;
  readonly overrides: number;
  readonly created_at: string;
}

interface ShellPerson {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly projects: readonly string[];
  readonly created_at: string;
}

interface ShellMember extends ShellPerson {
  readonly role: string;
  readonly has_password: boolean;
  readonly passkeys: number;
  readonly link_expires_at: string | null;
}

interface InvitedMember extends ShellMember {
  readonly link: string | null;
}

interface ShellProject {
  readonly id: number;
  readonly name: string;
  readonly features: number;
  readonly environments: number;
  readonly members: number;
  readonly strict: boolean;
}

interface ShellPlan {
  readonly plan: string;
  readonly limits: Readonly<Record<string, number | null>>;
  readonly overridden: readonly string[];
}

/** What each operation prints. */
export interface ShellOutputs {
  "token.create": ShellToken & { readonly value: string };
  "token.list": { readonly tokens: readonly ShellToken[] };
  "token.rotate": ShellToken & { readonly value: string; readonly earlier: ShellToken };
  "token.revoke": ShellToken;
  "environment.create": ShellEnvironment;
  "environment.list": { readonly environments: readonly ShellEnvironment[] };
  "environment.delete": ShellEnvironment;
  "environment.mirror": { readonly slug: string; readonly features: readonly string[] };
  "group.add": { readonly name: string; readonly added: boolean };
  "group.list": {
    readonly strict: boolean;
    readonly groups: readonly string[];
    readonly told: readonly object[];
  };
  "group.remove": { readonly name: string };
  "group.strict": { readonly project: string; readonly strict: boolean };
  "member.add": InvitedMember;
  "member.list": { readonly members: readonly ShellMember[] };
  "member.set_role": ShellMember;
  "member.reset": InvitedMember;
  "member.remove": ShellPerson & { readonly tokens: readonly ShellToken[] };
  "project.create": ShellProject;
  "project.list": { readonly projects: readonly ShellProject[] };
  "limits.show": ShellPlan;
  "limits.set": ShellPlan;
}

type InputValue = string | number | boolean | null | undefined | readonly string[];
/** Arguments by their names in snake case; a member of another name is an option. */
export type ShellInput = Readonly<Record<string, InputValue>>;

const positionals: Readonly<Partial<Record<keyof ShellOutputs, readonly string[]>>> = {
  "token.rotate": ["id"],
  "token.revoke": ["id"],
  "environment.create": ["name"],
  "environment.delete": ["slug"],
  "environment.mirror": ["slug", "features"],
  "group.add": ["name"],
  "group.remove": ["name"],
  "group.strict": ["strict"],
  "member.add": ["email"],
  "member.set_role": ["email", "role"],
  "member.reset": ["email"],
  "member.remove": ["email"],
  "project.create": ["name"],
  "limits.set": ["plan"],
};

/** Names and forms of options that differ from those of what is printed. */
const options: Readonly<Record<string, (value: InputValue) => readonly string[]>> = {
  manages_environments: (value) => (value === true ? ["--manage-environments"] : []),
  expires: (value) => ["--expires", `${Number(value) / 60_000}m`],
  audit_events: (value) => ["--audit-events", value === null ? "all" : String(value)],
  audit_retention_days: (value) => [
    "--audit-retention",
    value === null ? "forever" : `${String(value)}d`,
  ],
};

function numbersOf(value: InputValue): readonly string[] {
  if (typeof value === "boolean") {
    return [value ? "on" : "off"];
  }
  return typeof value === "object" && value !== null ? value : [String(value)];
}

function optionOf(name: string, value: InputValue): readonly string[] {
  const special = options[name];
  const flag = `--${name.replaceAll("_", "-")}`;
  if (value === undefined || value === false) {
    return [];
  }
  return special?.(value) ?? (value === true ? [flag] : [`${flag}=${String(value)}`]);
}

export function argumentsOf(name: keyof ShellOutputs, input: ShellInput): readonly string[] {
  const named = positionals[name] ?? [];
  return [
    ...name.replace("_", "-").split("."),
    ...Object.entries(input).flatMap(([key, value]) =>
      named.includes(key) ? [] : optionOf(key, value),
    ),
    "--json",
    "--",
    ...named.flatMap((key) => numbersOf(input[key])),
  ];
}

const prefix = /^gatehouse: /;
const hint = / \(see gatehouse [a-z -]+--help\)$/;

/**
 * Runs the command of an operation on a data directory. Rejects with an AdministrationError for a refusal
 * and for invalid arguments.
 */
export async function administerByShell<Name extends keyof ShellOutputs>(
  directory: string,
  name: Name,
  input: ShellInput,
): Promise<ShellOutputs[Name]> {
  let out = "";
  let err = "";
  const output = {
    out: (text: string) => {
      out += text;
    },
    err: (text: string) => {
      err += text;
    },
  };
  const program = gatehouseProgram({
    ...noCliServices,
    connectAt: ({ directory: path }) => connectAt(path),
  });
  const argv = argumentsOf(name, input);
  const code = await runCli(argv, { GATEHOUSE_DATA: directory }, output, program);
  if (code !== 0) {
    throw new AdministrationError(err.trimEnd().replace(prefix, "").replace(hint, ""));
  }
  return JSON.parse(out);
}
