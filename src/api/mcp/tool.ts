import { type Static, type TObject, Type } from "@sinclair/typebox";
import { quote } from "../../core/text/quote.ts";
import { schemaCheck } from "../../http/request/check-json-form.ts";
import { TypedKey } from "../admin/contract/feature-models.ts";
import type { AdminCalls } from "./admin-calls.ts";
import type { ToolAnswer } from "./answer-text.ts";

/** A call of a tool. */
export interface ToolContext {
  readonly admin: AdminCalls;
  /** Whether tools may change features; otherwise they only plan. */
  readonly allowsWrites: boolean;
}

/** What a tool does: read, change gates, or delete. */
export type ToolKind = "read" | "change" | "delete";

export interface Tool {
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** For models: what the tool returns, and when to use it. */
  readonly description: string;
  readonly kind: ToolKind;
  readonly input: TObject;
  /** Throws a ToolRefusal for unusable arguments. */
  readonly run: (sent: unknown, context: ToolContext) => Promise<ToolAnswer>;
}

interface Definition<Input extends TObject> extends Omit<Tool, "input" | "run"> {
  readonly input: Input;
  readonly run: (given: Static<Input>, context: ToolContext) => Promise<ToolAnswer>;
}

/** The tool cannot do what it was called for. The message says what to do. */
export class ToolRefusal extends Error {
  override readonly name = "ToolRefusal";
}

/** A tool that checks its arguments. */
export function tool<Input extends TObject>({ input, run, ...described }: Definition<Input>): Tool {
  const check = schemaCheck(
    input,
    ({ message }) =>
      new ToolRefusal(
        `invalid arguments: ${message}; the tool takes ${Object.keys(input.properties).join(", ")}`,
      ),
  );
  return { ...described, input, run: (sent, context) => run(check(sent), context) };
}

/** The arguments of each tool: where it works. */
export const placeArguments = {
  environment: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 250,
      description:
        "The slug of the environment, such as staging. Production unless given, or the environment " +
        "of the token.",
    }),
  ),
  project: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: "The name of the project; the first project unless given.",
    }),
  ),
};

export const nameArgument = { name: { ...TypedKey, description: "The key of the feature." } };

export const daysArgument = {
  days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 30, description: "The latest days; 7 unless given." }),
  ),
};
export const daysDefault = 7;

/** In the answers of tools that list rows. */
export const rowsMax = 200;

interface Place {
  readonly environment?: string;
  readonly project?: string;
}

interface PlaceInCalls {
  readonly params: { readonly environment: string };
  readonly query: { readonly project?: string };
}

/** The place in calls of the Admin API. */
export function placeIn({ admin }: ToolContext, given: Place): PlaceInCalls {
  const project = given.project ?? admin.project;
  return {
    params: {
      // Without the prefix, the Admin API takes digits for an id.
      environment:
        given.environment === undefined ? admin.environment : `slug:${given.environment}`,
    },
    query: project === undefined ? {} : { project },
  };
}

/** The path of a feature in calls. Throws a ToolRefusal for a key that no path can have. */
export function featureIn({ params }: PlaceInCalls, key: string) {
  if (key === "." || key === "..") {
    throw new ToolRefusal(`the key ${quote(key)} cannot be in a path; use the list in the web UI`);
  }
  return { ...params, key };
}

/** The answer of a call that may be refused; null then. */
export async function unlessRefused<Answer>(
  { admin }: ToolContext,
  asked: Promise<Answer>,
  codes?: readonly CallCode[],
): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    const failure = admin.failureOf(error);
    if (failure !== undefined && (codes === undefined || codes.includes(failure.code))) {
      return null;
    }
    throw error;
  }
}

type CallCode = string | number | null;
