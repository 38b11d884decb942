import { type Static, Type } from "@sinclair/typebox";
import type { AnswerOf } from "../../api/admin/calls/admin-call.ts";
import { ConfigError } from "../../config/config-error.ts";
import { switchOption } from "../../config/option.ts";
import { Timestamp, toTimestamp } from "../answers/json-schemas.ts";
import { partsOf } from "../api-client/read-answer.ts";
import { writeTextFile } from "../output/text-files.ts";
import { formatMinute, tableOf } from "../output/text-table.ts";
import type { Output, Subcommand, SubcommandGroup } from "../subcommand.ts";
import { adminSubcommand } from "../targets/admin-subcommand.ts";
import { adminTargetOptions, openAdminTarget } from "../targets/admin-target.ts";
import type { ApiSenders } from "../targets/api-target.ts";
import { onTarget, reportFailures } from "../targets/target-subcommand.ts";

const CheckpointJson = Type.Object({
  number: Type.Integer(),
  text: Type.String(),
  key: Type.String(),
  signature: Type.String(),
});

/** `gatehouse audit checkpoint` (docs/cli.md#audit-checkpoint). */
export function auditCheckpointSubcommand(senders: ApiSenders): Subcommand {
  return adminSubcommand(senders, {
    name: "checkpoint",
    summary: "Signs the ends of the record now, and prints the checkpoint, to store it elsewhere.",
    examples: [
      {
        line: "gatehouse audit checkpoint --json | tee -a /mnt/log/points.jsonl",
        text: "Adds a checkpoint to a file for gatehouse audit verify --checkpoints.",
      },
    ],
    options: [],
    positionals: [],
    json: CheckpointJson,
    work: ({ admin }) => admin.call("POST /audit/checkpoints", {}),
    text: ({ number, key, signature }) => `checkpoint ${number}, signed by ${key}: ${signature}\n`,
  });
}

const KeyJson = Type.Object({
  id: Type.String(),
  public: Type.String(),
  created_at: Timestamp,
  replaced_at: Type.Union([Timestamp, Type.Null()]),
});

type KeyRow = AnswerOf<"GET /audit/keys">["keys"][number];

function keyJson({ id, publicKey, createdAt, replacedAt }: KeyRow): Static<typeof KeyJson> {
  return {
    id,
    public: publicKey,
    created_at: toTimestamp(createdAt),
    replaced_at: replacedAt === null ? null : toTimestamp(replacedAt),
  };
}

/** `gatehouse audit key …`. */
export function auditKeySubcommands(senders: ApiSenders): SubcommandGroup {
  return {
    name: "key",
    summary: "Lists and replaces the keys that sign checkpoints.",
    commands: [
      adminSubcommand(senders, {
        name: "list",
        summary: "Lists the keys, the oldest first; --json has the public keys.",
        examples: [
          {
            line: "gatehouse audit key list --json | jq -r '.keys[-1].public' > key.pem",
            text: "Stores the public key in use for gatehouse audit verify --key.",
          },
        ],
        options: [],
        positionals: [],
        json: Type.Object({ keys: Type.Array(KeyJson) }),
        async work({ admin }) {
          const { keys } = await admin.call("GET /audit/keys", {});
          return { keys: keys.map(keyJson) };
        },
        text: ({ keys }, columns) =>
          tableOf(columns, keys, [
            ["ID", (key) => key.id],
            ["CREATED", (key) => formatMinute(key.created_at)],
            ["REPLACED", (key) => (key.replaced_at === null ? "" : formatMinute(key.replaced_at))],
          ]),
      }),
      adminSubcommand(senders, {
        name: "rotate",
        summary: "Replaces the key in use; the old key signs the new one.",
        examples: [{ line: "gatehouse audit key rotate", text: "Creates another signing key." }],
        options: [],
        positionals: [],
        json: KeyJson,
        work: async ({ admin }) => keyJson(await admin.call("POST /audit/keys", {})),
        text: ({ id }) => `checkpoints are signed by the new key ${id}\n`,
      }),
    ],
  };
}

const proofsOption = switchOption({
  flag: "proofs",
  description:
    "Writes all records with their hashes, which gatehouse audit verify checks; required.",
});
const target = {
  placeholder: "FILE",
  description: "The file to write; the standard output if missing or -.",
  optional: true,
  completion: "files" as const,
};

/** `gatehouse audit export --proofs` (docs/cli.md#audit-export). */
export function auditExportSubcommand(senders: ApiSenders): Subcommand {
  const options = [proofsOption, ...adminTargetOptions([])];
  return {
    name: "export",
    summary: "Writes acts, audits, checkpoints and public keys as lines of JSON.",
    examples: [
      {
        line: "gatehouse audit export --proofs record.jsonl",
        text: "Writes a file that gatehouse audit verify checks.",
      },
    ],
    options,
    positionals: [target],
    run: (invocation) =>
      reportFailures(invocation, 1, async () => {
        const { given, output } = invocation;
        if (!given.valueOf(proofsOption)) {
          throw new ConfigError("audit export needs --proofs");
        }
        const [file = "-"] = given.positionals;
        await onTarget(
          invocation,
          senders,
          (_, visible) => openAdminTarget(given, visible, options),
          async ({ admin }) => {
            const parts = partsOf(await admin.open("GET /audit/export", {}));
            await (file === "-"
              ? print(parts, output)
              : writeTextFile(file, parts, output.undoAtSignal));
          },
        );
        return 0;
      }),
  };
}

/** Prints parts as they arrive, while there is a reader. */
async function print(parts: AsyncIterable<Uint8Array>, { out, outInTurn }: Output): Promise<void> {
  const decoder = new TextDecoder();
  for await (const part of parts) {
    const text = decoder.decode(part, { stream: true });
    if (outInTurn === undefined) {
      out(text);
    } else if (!(await outInTurn(text))) {
      return;
    }
  }
}
