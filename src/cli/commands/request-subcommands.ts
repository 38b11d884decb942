import { Type } from "@sinclair/typebox";
import type { AnswerOf, InputOf } from "../../api/admin/calls/admin-call.ts";
import type { Arguments } from "../../config/arguments.ts";
import { ConfigError } from "../../config/config-error.ts";
import { optionalOption, switchOption } from "../../config/option.ts";
import { parseInteger } from "../../config/value-parsers.ts";
import { printable } from "../../core/text/printable.ts";
import { inEnvironment } from "../answers/json-schemas.ts";
import { RequestJson, requestJson } from "../answers/request-json.ts";
import { givenOnly } from "../options/given-only.ts";
import { positionalText, positionalValue } from "../options/positional-arguments.ts";
import { CommandRefusal } from "../output/failure-messages.ts";
import { requestText } from "../output/request-text.ts";
import { readTextFile } from "../output/text-files.ts";
import { formatMinute, tableOf } from "../output/text-table.ts";
import type { SubcommandGroup } from "../subcommand.ts";
import { type AdminCall, adminSubcommand } from "../targets/admin-subcommand.ts";
import type { ApiSenders } from "../targets/api-target.ts";
import { dailySubcommand } from "../targets/daily-subcommand.ts";
import { commentSubcommands } from "./comment-subcommands.ts";

const id = {
  placeholder: "ID",
  description: "The request's id, as gatehouse request list shows it.",
};
const file = {
  placeholder: "FILE",
  description: "A file with the request as JSON; - for the standard input.",
  completion: "files" as const,
};
const endedOption = switchOption({
  flag: "ended",
  description: "Lists the requests that have ended instead of the open ones.",
});
const hashForm = /^[0-9a-f]{12,64}$/;
const hashOption = optionalOption({
  flag: "hash",
  placeholder: "HASH",
  description:
    "The hash of the request that you have looked at, or its first 12 characters or more, as gatehouse " +
    "request show prints it.",
  parse: (text) =>
    hashForm.test(text) ? { value: text } : { reason: "must be 12 to 64 hexadecimal digits" },
});
const textOption = optionalOption({
  flag: "text",
  placeholder: "TEXT",
  description: "What you say to it.",
  parse: (value) => ({ value }),
});

const parseId = parseInteger(1, Number.MAX_SAFE_INTEGER);
const fileBytesMax = 8 * 1024 * 1024;
const Requests = Type.Object({ ...inEnvironment, requests: Type.Array(RequestJson) });

/** `gatehouse request …` (docs/governance.md#change-requests). */
export function requestSubcommands(senders: ApiSenders): SubcommandGroup {
  return {
    name: "request",
    summary: "Opens, shows, approves and applies change requests of protected environments.",
    commands: [
      newCommand(senders),
      listCommand(senders),
      showCommand(senders),
      approveCommand(senders),
      askCommand(senders),
      ...transitionCommands(senders),
      ...commentSubcommands(senders, "request"),
    ],
  };
}

function newCommand(senders: ApiSenders) {
  return dailySubcommand(senders, {
    name: "new",
    summary:
      "Opens a change request from a file. Commands that change features open one themselves, with " +
      "--request.",
    examples: [
      { line: "gatehouse request new request.json", text: "Opens a request for Production." },
    ],
    options: [],
    positionals: [file],
    json: Type.Object({ ...inEnvironment, request: RequestJson }),
    work: async ({ given, place }) => {
      const text = await readTextFile(positionalText(given, 0), fileBytesMax);
      const { request } = await place.admin.call("POST /environments/:environment/requests", {
        params: place.at,
        query: place.in,
        body: parsed(text),
      });
      return { environment: place.admin.environment, request: requestJson(request) };
    },
    text: ({ request }) => `opened request ${request.id}: ${printable(request.title)}\n`,
  });
}

/** The server checks the members. */
function parsed(text: string): InputOf<"POST /environments/:environment/requests">["body"] {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigError("the file must have the request as JSON");
  }
}

function listCommand(senders: ApiSenders) {
  return dailySubcommand(senders, {
    name: "list",
    summary: "Lists the open requests of an environment, or its latest ended ones.",
    examples: [{ line: "gatehouse request list", text: "Lists the open requests of Production." }],
    options: [endedOption],
    positionals: [],
    json: Requests,
    work: async ({ given, place }) => {
      const { requests } = await place.admin.call("GET /environments/:environment/requests", {
        params: place.at,
        query: { ...place.in, state: given.valueOf(endedOption) ? "ended" : "open" },
      });
      return { environment: place.admin.environment, requests: requests.map(requestJson) };
    },
    text: ({ requests }, { columns }) =>
      tableOf(columns, requests, [
        ["ID", (request) => request.id],
        ["STATE", (request) => request.state],
        ["APPROVALS", ({ approvals, needed }) => `${approvals} of ${needed}`],
        ["TITLE", (request) => request.title],
        ["AUTHOR", (request) => request.author ?? ""],
        ["EXPIRES", (request) => formatMinute(request.expires_at)],
      ]),
  });
}

const Shown = Type.Object({
  request: RequestJson,
  commands: Type.Array(Type.Unknown()),
  features: Type.Array(Type.Unknown(), { description: "each with base, now and proposed" }),
  blocks: Type.Array(Type.String(), { description: "why it cannot be applied now" }),
});

function showCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "show",
    summary: "Shows a request: its changes, its approvals, and what blocks it.",
    examples: [{ line: "gatehouse request show 7", text: "Shows what request 7 would change." }],
    options: [],
    positionals: [id],
    json: Shown,
    async work(call) {
      const { request, commands, features, blocks } = await read(call);
      return { request: requestJson(request), commands, features, blocks };
    },
    text: (shown) => requestText(shown),
  });
}

function approveCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "approve",
    summary: "Approves a request as you have looked at it.",
    examples: [
      {
        line: "gatehouse request approve 7 --hash 3f2a91c04b7d",
        text: "Approves request 7, unless it has changed since.",
      },
    ],
    options: [hashOption, textOption],
    positionals: [id],
    json: Type.Object({ request: RequestJson }),
    async work(call) {
      const { given } = call;
      const asked = given.valueOf(hashOption);
      if (asked === undefined) {
        throw new ConfigError(
          "--hash is missing: look at the request with gatehouse request show, which prints it",
        );
      }
      const { hash } = (await read(call)).request;
      if (!hash.startsWith(asked)) {
        throw new CommandRefusal("the request has changed since: look at it again");
      }
      return vote(call, {
        vote: "approve",
        hash,
        ...givenOnly({ text: given.valueOf(textOption) }),
      });
    },
    text: outcomeText,
  });
}

function askCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "ask",
    summary: "Asks for changes, which blocks a request until the author edits it.",
    examples: [
      { line: 'gatehouse request ask 7 --text "Begin with 5%"', text: "Asks for another start." },
    ],
    options: [textOption],
    positionals: [id],
    json: Type.Object({ request: RequestJson }),
    async work(call) {
      const { hash } = (await read(call)).request;
      const text = call.given.valueOf(textOption);
      return vote(call, { vote: "ask", hash, ...givenOnly({ text }) });
    },
    text: outcomeText,
  });
}

const transitions = [
  ["rebase", "Bases a request on the current state; costs all votes."],
  ["apply", "Applies an approved request."],
  ["withdraw", "Ends a request without applying it."],
  ["adopt", "Becomes the author of a request whose author has left; costs all votes."],
] as const;

function transitionCommands(senders: ApiSenders) {
  return transitions.map(([name, summary]) =>
    adminSubcommand(senders, {
      name,
      summary,
      examples: [{ line: `gatehouse request ${name} 7`, text: summary }],
      options: [],
      positionals: [id],
      json: Type.Object({ request: RequestJson }),
      async work({ given, admin }) {
        const { request } = await admin.call(`POST /requests/:request/${name}`, {
          params: { request: idIn(given) },
        });
        return { request: requestJson(request) };
      },
      text: outcomeText,
    }),
  );
}

function idIn(given: Arguments): number {
  return positionalValue(given, 0, id, parseId);
}

function read({ given, admin }: AdminCall): Promise<AnswerOf<"GET /requests/:request">> {
  return admin.call("GET /requests/:request", { params: { request: idIn(given) } });
}

async function vote(
  { given, admin }: AdminCall,
  body: InputOf<"POST /requests/:request/votes">["body"],
) {
  const params = { request: idIn(given) };
  const { request } = await admin.call("POST /requests/:request/votes", { params, body });
  return { request: requestJson(request) };
}

function outcomeText({ request }: { readonly request: RequestJson }): string {
  return `request ${request.id}: ${request.state}\n`;
}
