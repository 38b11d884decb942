import type { Environment } from "../../core/model/environment.ts";
import type { State } from "../../core/model/state.ts";
import { productionOf } from "../../core/model/state-lookups.ts";
import type { CommitWindow } from "./commit-window.ts";
import { type EnvironmentEvent, environmentEvent } from "./environment-event.ts";
import { joinEvents } from "./join-events.ts";
import type { StreamForm } from "./stream-form.ts";

/** Writes events as text, and reads the ids that clients send back (docs/api.md#change-stream). */
export class EventTexts {
  readonly #window: CommitWindow;
  /** Identifies this process in event ids: another process also counts its events from 1. */
  readonly #processId = crypto.randomUUID().slice(0, processIdLength);

  constructor(window: CommitWindow) {
    this.#window = window;
  }

  idOf(sequence: number): string {
    return `${this.#processId}-${sequence}`;
  }

  /** NaN for an id of another process. */
  sequenceIn(id: string): number {
    const start = `${this.#processId}-`;
    const digits = id.slice(start.length);
    return id.startsWith(start) && digitsForm.test(digits) ? Number(digits) : Number.NaN;
  }

  /**
   * The changes after a sequence and up to another one; empty for no change. Many events are joined.
   * If they are dropped, one event makes the client reload everything.
   */
  between(
    after: number,
    upTo: number,
    { environment, form }: { readonly environment: Environment; readonly form: StreamForm },
    state: State,
  ): string {
    const events = this.#window.since(after);
    if (events === undefined) {
      return this.#missed(environment, form, state);
    }
    const production = productionOf(state, environment.projectId);
    const own = state.toggles.get(environment.id);
    const shown = events
      .filter(({ sequence }) => sequence <= upTo)
      .flatMap(
        (event) =>
          environmentEvent(event, environment, production.id, (key) => own?.has(key) === true) ??
          [],
      );
    const sent = shown.length > separateMax ? [joinEvents(shown)] : shown;
    return sent.map((event) => this.#textOf(event, form)).join("");
  }

  #textOf(event: EnvironmentEvent | undefined, form: StreamForm): string {
    const lines = event && form.linesOf(event);
    return event === undefined || lines === undefined
      ? ""
      : `id: ${this.idOf(event.sequence)}\n${lines}\n\n`;
  }

  #missed(environment: Environment, form: StreamForm, state: State): string {
    const revision = state.revisions.get(environment.projectId) ?? 0;
    return `id: ${this.idOf(this.#window.newest)}\n${form.missed(revision)}\n\n`;
  }
}

/** Reconnecting clients that missed many events get one short text. */
const separateMax = 16;
const processIdLength = 8;
const digitsForm = /^\d{1,15}$/;
