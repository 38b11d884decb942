import type { Static } from "@sinclair/typebox";
import { peerJsonLengthMax } from "../../../app/imports/peer-document.ts";
import { readPeerImport } from "../../../app/imports/read-peer-import.ts";
import type { PeerImportResult } from "../../../app/services/peer-import-steps.ts";
import { GatehouseError } from "../../../core/errors.ts";
import type { Caller } from "../../../core/model/caller.ts";
import type { PeerImport } from "../../../core/peers/peer-import.ts";
import { bodyChunks } from "../../../http/request/body-chunks.ts";
import { decodeUtf8 } from "../../../http/request/decode-utf8.ts";
import type { AdminCaller } from "../admin-routes.ts";
import type { ImportQuery, ImportResult, PeerReport } from "../contract/transfer-models.ts";
import { importResult } from "./import-answers.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

/** Forms of other sites cannot have these types. */
const fileTypes = /^application\/(?:json|yaml|x-yaml)(?:;\s*charset=utf-8)?$/i;
const featuresMax = 1_000;

interface SentPeerImport {
  readonly caller: Caller;
  readonly adminCaller: AdminCaller;
  readonly query: Static<typeof ImportQuery>;
  readonly request: Request;
}

/** Imports a file of another system, or shows what its import would change. */
export function answerPeerImport(
  deps: UiDependencies,
  { caller, adminCaller, query, request }: SentPeerImport,
): Promise<Omit<ImportResult, "revision">> {
  if (!fileTypes.test(request.headers.get("content-type") ?? "")) {
    throw new GatehouseError("media_type_unsupported", {
      message: "The body must be a file with the type application/json or application/yaml",
    });
  }
  const { features, importPlace } = deps.services;
  const isPreview = query.preview === "1";
  const bytesMax = Math.min(deps.importBytesMax, peerJsonLengthMax);
  const limits = { bytesMax, inflatedBytesMax: bytesMax };
  return importPlace.hold(bodyChunks(request, limits), async (chunks) => {
    const text = await textOf(chunks);
    const imported = await readPeerImport(text, query.from === "auto" ? undefined : query.from, {
      environment: query.peer_environment,
      actorId: query.actor_id,
      now: deps.now(),
    });
    const wanted = {
      imported,
      mode: query.mode ?? "replace",
      overwrites: query.overwrite === "1",
      typed: isPreview || adminCaller.isProgram ? null : query.typed,
    };
    const result = isPreview
      ? await features.previewPeerImport(caller, wanted)
      : await features.importFromPeer(caller, wanted);
    return { ...importResult(result), peer: reportOf(imported, result) };
  });
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  return decodeUtf8(Buffer.concat(await Array.fromAsync(chunks)));
}

function reportOf(imported: PeerImport, { chosen }: PeerImportResult): PeerReport {
  const counts = { exact: 0, share: 0, narrower: 0, dropped: 0 };
  let written = 0;
  for (const { feature, outcome } of chosen) {
    counts[feature.class]++;
    written += outcome === "written" ? 1 : 0;
  }
  return {
    system: imported.peer,
    format: imported.format,
    notes: imported.notes,
    ...counts,
    written,
    features: chosen.slice(0, featuresMax).map(({ feature, outcome }) => ({
      key: feature.key,
      peerKey: feature.peerKey,
      class: feature.class,
      outcome,
      reasons: feature.reasons,
      notes: feature.notes,
    })),
  };
}
