import { Elysia } from "elysia";
import { requireValidCaller } from "../../../app/commands/require-valid-caller.ts";
import { requireCheckpoints } from "../../../app/record/checkpoints.ts";
import { orUnavailable } from "../../../app/sessions/or-unavailable.ts";
import type { SigningKey } from "../../../core/model/signing-key.ts";
import { answered, documentedFile } from "../../../http/declared/documented-schemas.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { guardedHeaders } from "../content-security-policy.ts";
import {
  CheckpointList,
  CheckpointQuery,
  CheckpointRow,
  SigningKeyList,
  SigningKeyRow,
} from "../contract/record-models.ts";
import { projectChangeRefusals } from "./project-change.ts";
import { callerInProject, type UiDependencies } from "./ui-dependencies.ts";

const checkpointsShown = 20;

/** Checkpoints, signing keys and proofs of the record (docs/governance.md#checkpoints). */
export function recordController({ services }: UiDependencies, routes: AdminRoutes) {
  const { writer, proofs } = services;
  const checkpoints = () => requireCheckpoints(services.checkpoints);
  return new Elysia({ tags: ["Acts"] })
    .use(routes)
    .get(
      "/audit/checkpoints",
      async ({ query: { limit = checkpointsShown } }) => ({
        checkpoints: await orUnavailable(checkpoints().list(limit)),
      }),
      {
        role: "admin",
        query: CheckpointQuery,
        response: { 200: answered(CheckpointList, "The latest checkpoints, the latest first") },
        refuses: ["input_invalid", "unavailable"],
        detail: { operationId: "listCheckpoints", summary: "List signed checkpoints" },
      },
    )
    .post("/audit/checkpoints", () => checkpoints().sign(), {
      role: "admin",
      response: { 200: answered(CheckpointRow, "The latest checkpoint") },
      refuses: ["unavailable"],
      detail: {
        operationId: "signCheckpoint",
        summary: "Sign a checkpoint now",
        description:
          "Signs the ends of all chains, unless they have not grown since the latest one.",
      },
    })
    .get(
      "/audit/keys",
      async () => ({ keys: (await orUnavailable(checkpoints().keys())).map(keyRow) }),
      {
        role: "admin",
        response: { 200: answered(SigningKeyList, "The signing keys, the oldest first") },
        refuses: ["unavailable"],
        detail: { operationId: "listSigningKeys", summary: "List the keys that sign checkpoints" },
      },
    )
    .post(
      "/audit/keys",
      async ({ caller }) => {
        const author = callerInProject(writer.state, caller);
        return keyRow(await checkpoints().rotate((draft) => requireValidCaller(draft, author)));
      },
      {
        role: "owner",
        needsProof: true,
        response: { 200: answered(SigningKeyRow, "The new key") },
        refuses: projectChangeRefusals,
        detail: {
          operationId: "rotateSigningKey",
          summary: "Replace the key that signs checkpoints",
          description: "The old key signs the new one, so that old checkpoints stay valid.",
        },
      },
    )
    .get(
      "/audit/export",
      async ({ caller }) => {
        const author = callerInProject(writer.state, caller);
        await writer.submit((draft) => {
          requireValidCaller(draft, author);
          draft.recordAct({ kind: "audits.exported", details: { format: "proofs" } });
        });
        return streamed(proofs());
      },
      {
        role: "admin",
        response: { 200: documentedFile("All records with their hashes", "application/jsonl") },
        refuses: projectChangeRefusals,
        detail: {
          operationId: "exportProofs",
          summary: "Export all records with their hashes",
          description:
            "Exports acts, audits, checkpoints and public keys of all projects as lines of JSON, which " +
            "`gatehouse audit verify` checks. If a read fails, the file has no last line of the type `end`.",
        },
      },
    );
}

function keyRow({ id, publicKey, createdAt, replacedAt }: SigningKey): SigningKeyRow {
  return { id, publicKey, createdAt, replacedAt };
}

function streamed(lines: AsyncGenerator<string, void>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const { done, value } = await lines.next();
        if (done === true) {
          controller.close();
        } else {
          controller.enqueue(encoder.encode(value));
        }
      },
      async cancel() {
        await lines.return();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      ...guardedHeaders,
      "cache-control": "no-store",
      "content-type": "application/jsonl",
      "content-disposition": 'attachment; filename="audits-with-proofs.jsonl"',
    },
  });
}
