import type { UndoPreview } from "../../api/admin/contract/audit-models.ts";
import { texts } from "../texts/texts.ts";
import { orCancel } from "./asked-input.ts";
import { type AnswerOf, CallError, call, cancelledCode, type InputOf } from "./call.ts";
import { queryClient } from "./query-client.ts";
import { ask } from "./questions.ts";
import { refresh } from "./refresh.ts";
import { type Offer, showDone, showError, showFailure } from "./toast-manager.ts";

/** A change of this page, as its answer names it. */
export interface OwnStep {
  readonly environment: number;
  /** The first audit of the change; null if it changed nothing. */
  readonly audit: number | null;
  /**
   * Whether the change is undone as a whole: it may have changed several features, or it created or
   * deleted a feature or its own gates in the environment.
   */
  readonly isWhole?: boolean;
}

type UndoTarget = "gate" | "before";

const { undo: words } = texts;
const previewRoute = "POST /environments/:environment/audits/:audit/undo-preview";
let last: (() => Promise<void>) | null = null;

/**
 * Shows that a change was made, with its undo, also for Ctrl Z. It is undone once. `other` is a second
 * offer.
 */
export function showUndoable(message: string, undo: () => Promise<void>, other?: Offer): void {
  let isUsed = false;
  const once = async () => {
    if (isUsed) {
      return;
    }
    isUsed = true;
    if (last === once) {
      last = null;
    }
    closeMessage();
    if (!(await isDone(undo))) {
      // After a failure, or without the key that it asked for, Ctrl Z tries again.
      isUsed = false;
      last ??= once;
    }
  };
  last = once;
  const offer = { label: texts.switching.undo, keys: words.keys, onChoose: () => void once() };
  const closeMessage = showDone(message, offer, other);
}

/** As `showUndoable`, for a change whose answer has its audit. */
export function showUndoableStep(message: string, { audit, ...change }: OwnStep): void {
  if (audit === null) {
    showDone(message);
  } else {
    showUndoable(message, () => undoStep({ audit, ...change }));
  }
}

/** Undoes the latest change of this person on this page; does nothing without one. */
export function undoLast(): void {
  void last?.();
}

/**
 * Undoes exactly one step: later changes of other gates stay. Asks for a text if many
 * notice the undo. Refuses if the undo would undo later changes too.
 */
export async function undoStep(step: OwnStep & { readonly audit: number }): Promise<void> {
  const { environment, audit } = step;
  const params = { environment, audit };
  const { to, preview } = await previewOf(step);
  if (preview.laterCount > 0) {
    showFailure(words.changedLater);
    return;
  }
  const { tag } = preview;
  const text = textToType(preview);
  const typed =
    text === null || isProtected(environment) ? undefined : await ask({ kind: "key", key: text });
  const answer = await call("POST /environments/:environment/audits/:audit/undo", {
    params,
    body: { to, tag, ...(typed === undefined ? {} : { typed: orCancel(typed) }) },
    confirm: text ?? undefined,
  });
  showUndoableStep(words.done, { ...step, audit: answer.audit });
  await refresh(answer);
}

const policyRoute = "GET /environments/:environment/policy";

/** Whether the page knows that an environment asks for approval, for which nothing is typed. */
function isProtected(environment: number): boolean {
  const input: InputOf<typeof policyRoute> = { params: { environment } };
  const known = queryClient.getQueryData<AnswerOf<typeof policyRoute>>([policyRoute, input]);
  return known !== undefined && known.policy !== null;
}

/**
 * What an undo asks to type, which the server compares: the number of its features, or the key of
 * the only one; null if nothing.
 */
export function textToType({ mustType, featureCount, differences }: UndoPreview): string | null {
  if (!mustType) {
    return null;
  }
  return featureCount === 1 ? (differences[0]?.key ?? "") : String(featureCount);
}

/** Somebody can have started or ended own gates of the environment before this change. */
async function previewOf({
  environment,
  audit,
  isWhole = false,
}: OwnStep & { readonly audit: number }) {
  const params = { environment, audit };
  const preview = (to: UndoTarget) => call(previewRoute, { params, body: { to } });
  if (isWhole) {
    return { to: "before", preview: await preview("before") } as const;
  }
  try {
    return { to: "gate", preview: await preview("gate") } as const;
  } catch (error) {
    if (error instanceof CallError && error.code === "undo_impossible") {
      return { to: "before", preview: await preview("before") } as const;
    }
    throw error;
  }
}

/** Shows an error. */
async function isDone(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof CallError)) {
      throw error;
    }
    if (error.code !== cancelledCode) {
      showError(error);
    }
    return false;
  }
}
