import { type TSchema, Type } from "@sinclair/typebox";
import { quote } from "../../core/text/quote.ts";
import type { InputOf } from "../admin/calls/admin-call.ts";
import { TypedKey } from "../admin/contract/feature-models.ts";
import type { ToolAnswer } from "./answer-text.ts";
import { shortGates } from "./short-gates.ts";
import { featureIn, type placeIn, type ToolContext, ToolRefusal, unlessRefused } from "./tool.ts";

type ChangesRoute = "POST /environments/:environment/features/:key/changes";
/** Changes of the gates of one feature. */
export type GateWrites = InputOf<ChangesRoute>["body"]["changes"];

/** The arguments of each tool that changes something. */
export const writeArguments = {
  reason: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: "Why the change is made; the audit shows it.",
    }),
  ),
  request: Type.Optional(
    Type.Boolean({
      description: "Whether to ask for approval if the environment is protected.",
    }),
  ),
} satisfies Record<string, TSchema>;

export const confirmArgument = {
  confirm: Type.Optional({
    ...TypedKey,
    description:
      "The key of the feature once more, where the plan asks for it. Give it only after the user agreed " +
      "to the plan.",
  }),
};

/** What the arguments of a tool say about a change. */
export interface Wishes {
  readonly confirm?: string;
  readonly reason?: string;
  readonly request?: boolean;
}

/** In the answers of servers that do not allow writes. */
const planOnly =
  "Nothing was changed: this server only plans. A person can make the change in the web UI or with " +
  "the command gatehouse. To allow changes by tools, see docs/mcp.md.";

/** The gates before and after changes, and how many actors notice; changes nothing. */
export async function previewOf(
  context: ToolContext,
  { params, query }: ReturnType<typeof placeIn>,
  key: string,
  changes: GateWrites,
) {
  const preview = await context.admin.call(
    "POST /environments/:environment/features/:key/changes/preview",
    { params: featureIn({ params, query }, key), query, body: { changes } },
  );
  const environment = context.admin.answeredEnvironment();
  const impact = await impactOf(context, { params, query }, key, changes);
  const { before, after, mustType, tag } = preview;
  return {
    tag,
    mustConfirm: mustType,
    plan: {
      ...{ environment, feature: key },
      before: { state: before.state, gates: shortGates(before.gates) },
      after: { state: after.state, gates: shortGates(after.gates) },
      needs_confirm: mustType,
      impact,
    },
  };
}

/** Null if the server cannot estimate it. */
async function impactOf(
  context: ToolContext,
  { params, query }: ReturnType<typeof placeIn>,
  key: string,
  changes: GateWrites,
) {
  const answer = await unlessRefused(
    context,
    context.admin.call("POST /environments/:environment/impact", {
      params,
      query,
      body: { key, changes },
    }),
  );
  const impact = answer?.features[0];
  return impact === undefined
    ? null
    : {
        share_before: impact.before.share,
        share_after: impact.after.share,
        share_gained: impact.gained.share,
        share_lost: impact.lost.share,
        checks_yesterday: impact.checks,
        following_environments: impact.mirroringCount,
      };
}

/** Plans changes of a feature. With writes allowed, makes them if nothing more is to be confirmed. */
export async function planGateChanges(
  context: ToolContext,
  place: ReturnType<typeof placeIn>,
  { key, changes, ...wishes }: Wishes & { readonly key: string; readonly changes: GateWrites },
): Promise<ToolAnswer> {
  const { plan, mustConfirm, tag } = await previewOf(context, place, key, changes);
  const open = unconfirmed(context, wishes, key, mustConfirm);
  if (open !== null) {
    return { content: { applied: false, plan, next: open } };
  }
  return applied(context, plan, async () => {
    const { audit } = await context.admin.call(
      "POST /environments/:environment/features/:key/changes",
      {
        params: featureIn(place, key),
        query: place.query,
        body: { changes, seen: tag, ...sentWishes(wishes) },
      },
    );
    return audit;
  });
}

/** Why a planned change is not made now; null if it may be made. Throws for a wrong `confirm`. */
export function unconfirmed(
  { allowsWrites }: ToolContext,
  { confirm }: Wishes,
  key: string,
  mustConfirm: boolean,
): string | null {
  if (confirm !== undefined && confirm !== key) {
    throw new ToolRefusal(
      `confirm is ${quote(confirm)}, but the feature is ${quote(key)}; confirm must be the key of the ` +
        "feature that changes",
    );
  }
  if (!allowsWrites) {
    return planOnly;
  }
  return mustConfirm && confirm === undefined
    ? "Nothing was changed: this needs a confirmation. Show the plan to the user. If the user agrees, " +
        `call the tool again with "confirm": ${quote(key)}.`
    : null;
}

/** Makes a change; `write` resolves with the id of its audit. In a protected environment it may become a request. */
export async function applied(
  { admin }: ToolContext,
  plan: Readonly<Record<string, unknown>>,
  write: () => Promise<number | null>,
): Promise<ToolAnswer> {
  try {
    const audit = await write();
    const undo = audit === null ? {} : { undo: `A person can undo audit ${audit} in the web UI.` };
    return { content: { applied: true, audit, ...undo, plan } };
  } catch (error) {
    const request = admin.failureOf(error)?.request;
    if (request === undefined) {
      throw error;
    }
    return {
      content: {
        applied: false,
        request: request.id,
        plan,
        next: `Request ${request.id} was opened. The change is made after its approval.`,
      },
    };
  }
}

/** The members of a body that say why and how a change is made. */
export function sentWishes({ reason, request }: Wishes) {
  return {
    ...(reason === undefined ? {} : { reason }),
    ...(request === undefined ? {} : { request }),
  };
}
