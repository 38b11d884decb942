import { Elysia } from "elysia";
import { requireValidCaller } from "../../../app/commands/require-valid-caller.ts";
import { AuditExports, exportedAuditsMax } from "../../../app/services/audit-export.ts";
import { documentedFile } from "../../../http/declared/documented-schemas.ts";
import { acceptsGzip } from "../../../http/request/negotiation.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { environmentOf } from "../asked-environment.ts";
import { guardedHeaders } from "../content-security-policy.ts";
import { AuditExportQuery } from "../contract/step-models.ts";
import { historyFilter } from "./audit-filter.ts";
import { actorNames } from "./audit-rows.ts";
import { exportedLines, exportForms } from "./exported-audits.ts";
import { shownEnvironments } from "./shown-environments.ts";
import { callerInProject, type UiDependencies } from "./ui-dependencies.ts";

/** Audits as a file (docs/admin-api.md#routes). */
export function auditExportController(
  { services, hostGroups, now }: UiDependencies,
  routes: AdminRoutes,
) {
  const { writer, history } = services;
  const exports = new AuditExports({ history, writer, now });
  return new Elysia({ tags: ["Audits"] }).use(routes).get(
    "/audits/export",
    async ({ caller: adminCaller, query, request }) => {
      const { state } = writer;
      const { format, environment, ...asked } = query;
      const { before: _before, limit: _limit, ...filter } = historyFilter(asked);
      const caller = callerInProject(state, adminCaller);
      const only =
        environment === undefined ? null : environmentOf(state, environment, adminCaller);
      const environments = shownEnvironments(state, adminCaller, hostGroups !== undefined).filter(
        ({ id }) => only === null || only.id === id,
      );
      const form = exportForms[format];
      await writer.submit((draft) => {
        requireValidCaller(draft, caller);
        draft.recordAct({
          kind: "audits.exported",
          ...(only === null ? {} : { environmentId: only.id }),
          details: { format, environments: environments.map(({ id }) => id) },
        });
      });
      const pages = exports.open(caller, environments, filter);
      // A refusal of the first read is an answer with a status.
      const first = await pages.next();
      const names = actorNames(state);
      const texts = (async function* () {
        try {
          yield form.head;
          for (let page = first; page.done !== true; page = await pages.next()) {
            yield exportedLines(page.value, form, names);
          }
        } finally {
          await pages.return();
        }
      })();
      return fileAnswer(request, texts, { type: form.type, name: `audits.${format}`, pages });
    },
    {
      role: "viewer",
      environmentToken: "reader",
      query: AuditExportQuery,
      response: { 200: documentedFile("The audits that match", "text/csv") },
      refuses: ["input_invalid", "environment_not_found", "unavailable"],
      detail: {
        operationId: "exportAudits",
        summary: "Export audits as a file",
        description:
          `Exports at most ${exportedAuditsMax} audits, environment by environment, the latest first. ` +
          "`csv` has a header, and an apostrophe before cells that a spreadsheet would take for a " +
          "formula. `jsonl` has one audit in a line, as lists of audits have it. If a read fails, or the " +
          "caller's right ends, the server closes the connection before the end of the file.",
      },
    },
  );
}

interface ExportedFile {
  readonly type: string;
  readonly name: string;
  /** Closed if the client leaves before it has read anything. */
  readonly pages: AsyncGenerator;
}

function fileAnswer(
  request: Request,
  texts: AsyncGenerator<string, void>,
  { type, name, pages }: ExportedFile,
): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        let text = await texts.next();
        // A page can be empty, and nothing must be enqueued for it.
        while (text.done !== true && text.value === "") {
          text = await texts.next();
        }
        if (text.done === true) {
          controller.close();
        } else {
          controller.enqueue(encoder.encode(text.value));
        }
      },
      async cancel() {
        await texts.return();
        await pages.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  const isZipped = acceptsGzip(request.headers.get("accept-encoding"));
  return new Response(isZipped ? body.pipeThrough(new CompressionStream("gzip")) : body, {
    headers: {
      ...guardedHeaders,
      "cache-control": "no-store",
      "content-type": type,
      "content-disposition": `attachment; filename="${name}"`,
      vary: "accept-encoding",
      ...(isZipped ? { "content-encoding": "gzip" } : {}),
    },
  });
}
