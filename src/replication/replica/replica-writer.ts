import type { FollowedState } from "../../app/writer/followed-state.ts";
import type { CommitListener, ReloadListener, Writer } from "../../app/writer/writer.ts";
import { GatehouseError } from "../../core/errors.ts";
import type { State } from "../../core/model/state.ts";

/** The writer of a replica: its state follows the primary, and it accepts no commands. */
export class ReplicaWriter implements Writer {
  readonly waitingCount = 0;
  readonly #followed: FollowedState;

  constructor(followed: FollowedState) {
    this.#followed = followed;
  }

  get state(): State {
    return this.#followed.state;
  }

  get position(): number {
    return this.#followed.position;
  }

  onCommit(listener: CommitListener): () => void {
    return this.#followed.listeners.add(listener);
  }

  onReload(listener: ReloadListener): () => void {
    return this.#followed.listeners.addForReloads(listener);
  }

  submit(): Promise<never> {
    return refused();
  }

  submitInSteps(): Promise<never> {
    return refused();
  }

  async close(): Promise<void> {
    return undefined;
  }
}

async function refused(): Promise<never> {
  throw new GatehouseError("unavailable", {
    message: "A replica cannot change anything; send the change to its origin",
  });
}
