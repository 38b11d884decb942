import { type Static, Type } from "@sinclair/typebox";
import type { AnswerOf } from "../../api/admin/calls/admin-call.ts";
import { mandatoryOption } from "../../config/option.ts";
import { parseInteger } from "../../config/value-parsers.ts";
import { printable } from "../../core/text/printable.ts";
import { Id, Timestamp, toTimestamp } from "../answers/json-schemas.ts";
import { parseLine } from "../options/name-parsers.ts";
import { positionalValue } from "../options/positional-arguments.ts";
import { formatMinute, tableOf } from "../output/text-table.ts";
import type { SubcommandGroup } from "../subcommand.ts";
import { adminSubcommand } from "../targets/admin-subcommand.ts";
import type { ApiSenders } from "../targets/api-target.ts";

const id = {
  placeholder: "ID",
  description: "The replica's id, as gatehouse replica list shows it.",
};
const name = mandatoryOption({
  flag: "name",
  placeholder: "NAME",
  description: "The replica's name in lists; required.",
  parse: parseLine,
});

const hostedOnly = "replicas follow servers in hosted mode only";

const fields = { id: Id, name: Type.String(), created_at: Timestamp };
const ReplicaJson = Type.Object(fields);

type ReplicaRow = AnswerOf<"GET /replicas">["replicas"][number];

function replicaJson(replica: ReplicaRow): Static<typeof ReplicaJson> {
  return { id: replica.id, name: replica.name, created_at: toTimestamp(replica.createdAt) };
}

/** `gatehouse replica …`. */
export function replicaSubcommands(senders: ApiSenders): SubcommandGroup {
  return {
    name: "replica",
    summary: "Creates, lists and revokes the tokens of servers that follow this one.",
    commands: [
      adminSubcommand(senders, {
        name: "create",
        summary: "Creates the token of a replica and prints it; it cannot be shown again.",
        hostedOnly,
        examples: [
          {
            line: "gatehouse replica create --name frankfurt",
            text: "Creates a token, which gatehouse serve --mode replica needs.",
          },
        ],
        options: [name],
        positionals: [],
        json: Type.Object({ ...fields, value: Type.String() }),
        async work({ given, admin }) {
          const body = { name: given.valueOf(name) };
          const { replica, value } = await admin.call("POST /replicas", { body });
          return { ...replicaJson(replica), value };
        },
        text: ({ value }) => `${value}\n`,
      }),
      adminSubcommand(senders, {
        name: "list",
        summary: "Lists the replicas, without their tokens.",
        hostedOnly,
        examples: [{ line: "gatehouse replica list", text: "Lists the replicas." }],
        options: [],
        positionals: [],
        json: Type.Object({ replicas: Type.Array(ReplicaJson) }),
        async work({ admin }) {
          const { replicas } = await admin.call("GET /replicas", {});
          return { replicas: replicas.map(replicaJson) };
        },
        text: ({ replicas }, columns) =>
          tableOf(columns, replicas, [
            ["ID", (each) => each.id],
            ["NAME", (each) => each.name],
            ["CREATED", (each) => formatMinute(each.created_at)],
          ]),
      }),
      adminSubcommand(senders, {
        name: "revoke",
        summary: "Revokes the token of a replica, which immediately stops receiving changes.",
        hostedOnly,
        examples: [{ line: "gatehouse replica revoke 2", text: "Revokes replica 2." }],
        options: [],
        positionals: [id],
        json: ReplicaJson,
        async work({ given, admin }) {
          const replica = positionalValue(given, 0, id, parseInteger(1, Number.MAX_SAFE_INTEGER));
          return replicaJson(
            await admin.call("DELETE /replicas/:replica", { params: { replica } }),
          );
        },
        text: (replica) => `revoked replica ${replica.id} (${printable(replica.name)})\n`,
      }),
    ],
  };
}
