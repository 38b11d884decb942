import type { TokenCaller } from "../../core/model/caller.ts";
import { runAs } from "../commands/permit-changes.ts";
import {
  type CreatedPreview,
  createPreview,
  deletePreview,
  isRepeatedDelete,
  requireManagementPermission,
  requireMembership,
} from "../commands/preview-commands.ts";
import { requireValidCaller } from "../commands/require-valid-caller.ts";
import type { Writer } from "../writer/writer.ts";

/** Creates and deletes custom environments for HTTP requests (docs/api.md#environments). */
export class EnvironmentService {
  readonly #writer: Writer;

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  /** Throws if the caller may not create environments. Called before the body is read. */
  authorizeCreate({ token, environment }: TokenCaller): void {
    requireManagementPermission(token);
    requireMembership(this.#writer.state, environment.projectId, token);
  }

  /** Throws if the caller may not delete environments. Called before the body is read. */
  authorizeDelete({ token, environment }: TokenCaller): void {
    requireMembership(this.#writer.state, environment.projectId, token);
  }

  /** One command, so that two equal requests at the same time create one environment. */
  create(caller: TokenCaller, name: string | undefined): Promise<CreatedPreview> {
    return this.#writer.submit((draft) => {
      requireValidCaller(draft, caller);
      return createPreview(draft, caller, caller.token, name);
    });
  }

  /** Also resolves if the caller's token has since been deleted with that environment. */
  delete(caller: TokenCaller, id: number): Promise<void> {
    return this.#writer.submit((draft) => {
      if (isRepeatedDelete(draft.state, caller.token.hash, id)) {
        return;
      }
      runAs(draft, caller, () => deletePreview(draft, caller, caller.token, id));
    });
  }
}
