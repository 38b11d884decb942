import { expect, test } from "bun:test";
import { evaluationStreamController } from "../../../src/api/ofrep/evaluation-stream-controller.ts";
import { StreamTickets } from "../../../src/api/ofrep/stream-tickets.ts";
import type { Caller } from "../../../src/core/model/caller.ts";
import type { Token } from "../../../src/core/model/token.ts";
import { startHosted } from "../../helpers/hosted-server.ts";

const tickets = () => new StreamTickets(() => 0);
const production: Caller["environment"] = {
  id: 1,
  projectId: 1,
  slug: "production",
  name: "Production",
  kind: "production",
  creatorTokenId: null,
  memberId: null,
  createdAt: 0,
};

test("a ticket says for which environment and token it is, to its server only", async () => {
  const server = await startHosted();
  const token = server.deployment.writer.state.tokens.first();
  const own = tickets();
  const caller = callerOf(server.production, token ?? null);
  const ticket = own.issue(caller);
  expect(own.read(ticket)).toEqual({
    environmentId: server.production.id,
    tokenHash: token?.hash ?? "none",
  });
  expect(own.issue(caller)).toBe(ticket);
  expect(ticket).not.toContain(token?.hash ?? "");
  expect(Buffer.from(ticket, "base64url").toString("latin1")).not.toContain(token?.hash ?? "");
  expect(tickets().read(ticket)).toBeUndefined();
  await server.stop();
});

test("a ticket with one bit changed is none", () => {
  const own = tickets();
  const bytes = Buffer.from(own.issue(callerOf(production, null)), "base64url");
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect([bit, own.read(changed.toString("base64url"))]).toEqual([bit, undefined]);
  }
});

test("a ticket whose token is one of another environment now opens nothing", async () => {
  const server = await startHosted();
  const token = server.deployment.writer.state.tokens.first();
  const own = tickets();
  const elsewhere = { ...server.production, id: server.production.id + 1 };
  const caller = callerOf(server.production, token ?? null);
  const { fetch } = evaluationStreamController({
    streams: server.deployment.streams,
    tickets: own,
    refusals: [],
    access: {
      evaluator: () => caller,
      holder: () => caller,
      stillAdmits: () => true,
      reader: () => caller,
      writer: () => caller,
      deleter: () => caller,
    },
  });
  const open = async (ticket: string) => {
    const request = new Request(`http://localhost/v1/stream?ticket=${ticket}`);
    const response = await fetch(request);
    await response.body?.cancel();
    return response.status;
  };
  expect(await open(own.issue(caller))).toBe(200);
  expect(await open(own.issue(callerOf(elsewhere, token ?? null)))).toBeGreaterThanOrEqual(400);
  await server.stop();
});

test("servers with the same secret read each other's tickets, and others do not", () => {
  const caller = callerOf(production, null);
  const issued = new StreamTickets(() => 0, "shared").issue(caller);
  const ticket = { environmentId: caller.environment.id, tokenHash: "" };
  expect(new StreamTickets(() => 0, "shared").read(issued)).toEqual(ticket);
  expect(new StreamTickets(() => 0, "other").read(issued)).toBeUndefined();
  expect(tickets().read(issued)).toBeUndefined();
});

function callerOf(environment: Caller["environment"], token: Token | null): Caller {
  return { environment, token, actor: { type: "Token", id: "1" }, userId: null };
}
