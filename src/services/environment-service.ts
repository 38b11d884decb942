import {
  type CreatedPreview,
  createPreview,
  deletePreview,
  refuseFormerMember,
  refuseManagement,
} from "../commands/preview-commands.ts";
import { refuseStale } from "../commands/stale-caller.ts";
import type { TokenCaller } from "../model/caller.ts";
import type { Writer } from "../writer/writer.ts";

/** The use cases of custom environments over HTTP (SPEC.md 4.4). */
export class EnvironmentService {
  readonly #writer: Writer;

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  /** Throws what `create` refuses callers for, so that nothing they send is read before. */
  refuseCreator({ token, environment }: TokenCaller): void {
    refuseManagement(token);
    refuseFormerMember(this.#writer.state, environment.projectId, token);
  }

  /** The same for `delete`. */
  refuseDeleter({ token, environment }: TokenCaller): void {
    refuseFormerMember(this.#writer.state, environment.projectId, token);
  }

  /** One command, so that two equal requests at once give one environment. */
  create(caller: TokenCaller, name: string | undefined): Promise<CreatedPreview> {
    return this.#writer.submit((draft) => {
      refuseStale(draft.state, caller);
      return createPreview(draft, caller, caller.token, name);
    });
  }

  delete(caller: TokenCaller, id: number): Promise<void> {
    return this.#writer.submit((draft) => {
      refuseStale(draft.state, caller);
      deletePreview(draft, caller, caller.token, id);
    });
  }
}
