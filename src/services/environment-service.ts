import {
  type CreatedPreview,
  createPreview,
  deletePreview,
  requireManagementPermission,
  requireMembership,
} from "../commands/preview-commands.ts";
import { requireValidCaller } from "../commands/require-valid-caller.ts";
import type { TokenCaller } from "../model/caller.ts";
import type { Writer } from "../writer/writer.ts";

/** The use cases of custom environments over HTTP (SPEC.md 4.4). */
export class EnvironmentService {
  readonly #writer: Writer;

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  /** Throws what `create` refuses callers for, so that nothing they send is read before. */
  authorizeCreate({ token, environment }: TokenCaller): void {
    requireManagementPermission(token);
    requireMembership(this.#writer.state, environment.projectId, token);
  }

  /** The same for `delete`. */
  authorizeDelete({ token, environment }: TokenCaller): void {
    requireMembership(this.#writer.state, environment.projectId, token);
  }

  /** One command, so that two equal requests at once give one environment. */
  create(caller: TokenCaller, name: string | undefined): Promise<CreatedPreview> {
    return this.#writer.submit((draft) => {
      requireValidCaller(draft.state, caller);
      return createPreview(draft, caller, caller.token, name);
    });
  }

  delete(caller: TokenCaller, id: number): Promise<void> {
    return this.#writer.submit((draft) => {
      requireValidCaller(draft.state, caller);
      deletePreview(draft, caller, caller.token, id);
    });
  }
}
