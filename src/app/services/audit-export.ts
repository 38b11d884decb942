import { GatehouseError } from "../../core/errors.ts";
import type { HistoryAudit } from "../../core/model/audit.ts";
import type { Caller } from "../../core/model/caller.ts";
import { Draft } from "../../core/model/draft.ts";
import type { Environment } from "../../core/model/environment.ts";
import { requireValidCaller } from "../commands/require-valid-caller.ts";
import type { Writer } from "../writer/writer.ts";
import { BoundedCallers } from "./bounded-callers.ts";
import type { HistoryService } from "./history-service.ts";
import type { HistoryFilter, HistoryList } from "./history-types.ts";

/** The most audits of one export. */
export const exportedAuditsMax = 100_000;
/** How many pages one export reads at most: a filter may match few audits of many. */
const pagesMax = 10_000;
/** Values have up to 64 KiB, and each open export holds one page. */
const auditsPerPage = 50;
const openLimits = { max: 8, ofOneMax: 2, message: "Too many exports of audits are open" };

export interface ExportedPage {
  readonly environment: Environment;
  readonly audits: readonly HistoryAudit[];
}

interface AuditExportsOptions {
  readonly history: HistoryService;
  readonly writer: Writer;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Exports of audits: a bounded number is open, and each reads a page when the client wants it. */
export class AuditExports {
  readonly #options: AuditExportsOptions;
  readonly #open = new BoundedCallers(openLimits);

  constructor(options: AuditExportsOptions) {
    this.#options = options;
  }

  /**
   * The audits that match, environment by environment, latest first. Throws `unavailable` while too
   * many exports are open; end the generator to close one. A page rejects as `requireValidCaller`.
   */
  open(
    caller: Caller,
    environments: readonly Environment[],
    filter: Omit<HistoryFilter, "before" | "limit">,
  ): AsyncGenerator<ExportedPage, void> {
    const close = this.#open.enter(caller);
    return closing(this.#pages(caller, environments, filter), close);
  }

  async *#pages(
    caller: Caller,
    environments: readonly Environment[],
    filter: Omit<HistoryFilter, "before" | "limit">,
  ): AsyncGenerator<ExportedPage, void> {
    const { history, writer, now } = this.#options;
    let left = exportedAuditsMax;
    let pages = 0;
    for (const environment of environments) {
      let before: number | null = null;
      do {
        // A slow client reads for hours, in which its right may end.
        requireValidCaller(new Draft(writer.state, now()), caller);
        const list: HistoryList = await history.list(
          { ...caller, environment },
          { ...filter, before, limit: Math.min(auditsPerPage, left) },
        );
        yield { environment, audits: list.audits };
        left -= list.audits.length;
        before = list.next;
        pages++;
        if (pages === pagesMax) {
          throw new GatehouseError("unavailable", { message: "The export reads too many audits" });
        }
      } while (before !== null && left > 0);
      if (left === 0) {
        return;
      }
    }
  }
}

/** Calls `onEnd` once: at the end, at a failure, and if the reader leaves before the first page. */
function closing<Page>(
  pages: AsyncGenerator<Page, void>,
  onEnd: () => void,
): AsyncGenerator<Page, void> {
  let isOpen = true;
  const end = () => {
    if (isOpen) {
      isOpen = false;
      onEnd();
    }
  };
  return {
    async next() {
      try {
        const result = await pages.next();
        if (result.done === true) {
          end();
        }
        return result;
      } catch (error) {
        end();
        throw error;
      }
    },
    async return() {
      end();
      return pages.return();
    },
    async throw(error) {
      end();
      return pages.throw(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
    async [Symbol.asyncDispose]() {
      end();
      await pages.return();
    },
  };
}
