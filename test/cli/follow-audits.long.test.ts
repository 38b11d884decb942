import { expect, test } from "bun:test";
import fc from "fast-check";
import { adminApiHeader } from "../../src/api/admin/contract/admin-header.ts";
import {
  AdministrationError,
  ServerStoppedError,
} from "../../src/cli/administration/administration-error.ts";
import { ApiUnreachable } from "../../src/cli/api-client/api-failure.ts";
import type { ApiSender } from "../../src/cli/api-client/api-sender.ts";
import { followAudits } from "../../src/cli/commands/follow-audits.ts";
import type { AuditPageQuery } from "../../src/cli/options/audit-options.ts";
import { AdminClient } from "../../src/cli/targets/admin-client.ts";
import { StorageError } from "../../src/storage/storage-error.ts";

type Fault = "closed" | "stopped" | "locked" | "unavailable" | "limited" | "cut" | null;

const headers = { [adminApiHeader]: "1" };

/** A server with audits of which some arrive between two questions, and faults in a given order. */
function faultyServer(batches: readonly number[], faults: readonly Fault[]) {
  let newest = 3;
  let asked = 0;
  let batch = 0;
  const arrive = () => {
    newest += batches[batch++] ?? 0;
  };
  const isDone = () => batch >= batches.length && asked >= faults.length;
  const send = async (path: string): Promise<Response> => {
    const fault = faults[asked++] ?? null;
    if (fault === "closed") {
      throw new ApiUnreachable("http://toggles.example cannot be reached");
    }
    if (fault === "stopped") {
      throw new ServerStoppedError("the running server stopped before it answered");
    }
    if (fault === "locked") {
      const cause = Object.assign(new Error("database is locked"), { code: "SQLITE_BUSY" });
      throw new StorageError("another process uses the data directory", { cause });
    }
    if (fault === "unavailable" || fault === "limited") {
      const message = "not now";
      return Response.json(
        { code: fault, message },
        { status: fault === "limited" ? 429 : 503, headers },
      );
    }
    const query = new URL(path, "http://localhost").searchParams;
    const answer = JSON.stringify(answerTo(query, newest));
    return new Response(fault === "cut" ? cutStream(answer) : answer, { headers });
  };
  return { send, arrive, isDone, newest: () => newest };
}

function askOver(send: ApiSender) {
  const admin = new AdminClient(send);
  return (query: AuditPageQuery) =>
    admin.call("GET /environments/:environment/audits", { params: { environment: "-" }, query });
}

function answerTo(query: URLSearchParams, newest: number) {
  const limit = Number(query.get("limit"));
  const after = query.get("after");
  const first = after === null ? newest : Number(after) + 1;
  const count = Math.max(0, Math.min(limit, newest - first + 1));
  const audits = Array.from({ length: after === null ? 1 : count }, (_, index) => ({
    id: first + index,
    step: first + index,
    at: 1_767_323_045_678,
    action: "enable",
    featureKey: "search",
    value: null,
    actor: { type: "Token", id: "1", name: "manager" },
    before: null,
    removed: null,
    cannotUndo: null,
  }));
  return {
    audits,
    next: Math.max(first + count - 1, Number(after ?? 0)),
    eventsMax: null,
  };
}

/** A connection that ends in the middle of an answer. */
function cutStream(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from(text.slice(0, text.length / 2)));
      controller.error(new Error("closed"));
    },
  });
}

test("each audit is passed on once and in order, whatever happens to the connection", async () => {
  const fault = fc.constantFrom<Fault>(
    ...(["closed", "stopped", "locked", "unavailable", "limited", "cut", null] as const),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant(600)), { maxLength: 8 }),
      fc.array(fault, { maxLength: 12 }),
      async (batches, faults) => {
        const server = faultyServer(batches, faults);
        const controller = new AbortController();
        const seen: (number | null)[] = [];
        const waits: number[] = [];
        let lost = 0;
        let found = 0;
        const wait = async () => {
          if (server.isDone() && seen.length === server.newest() - 3) {
            controller.abort();
          }
          server.arrive();
        };
        await followAudits({
          ask: askOver(server.send),
          query: {},
          after: 3,
          onAudits: (audits) => void seen.push(...audits.map(({ id }) => id)),
          onLost: (_, waitMs) => {
            lost++;
            waits.push(waitMs);
          },
          onFound: () => {
            found++;
          },
          next: wait,
          wait,
          signal: controller.signal,
        });
        expect(seen).toEqual(Array.from({ length: server.newest() - 3 }, (_, index) => index + 4));
        expect(found).toBeLessThanOrEqual(lost);
        expect(waits.every((ms) => ms >= 1_000 && ms <= 30_000)).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});

test("the pauses double up to 30 seconds, and begin anew after an answer", async () => {
  const faults: Fault[] = [...Array.from({ length: 7 }, () => "closed" as const), null, "closed"];
  const server = faultyServer([], faults);
  const controller = new AbortController();
  const waits: number[] = [];
  const wait = async () => {
    if (server.isDone()) {
      controller.abort();
    }
  };
  await followAudits({
    ask: askOver(server.send),
    query: {},
    after: 3,
    onAudits: () => undefined,
    onLost: (_, waitMs) => void waits.push(waitMs / 1_000),
    onFound: () => undefined,
    next: wait,
    wait,
    signal: controller.signal,
  });
  expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 1]);
});

const mustNotWait = () => Promise.reject(new Error("it must not wait"));

test("a refusal that will not pass ends it", async () => {
  for (const [status, code] of [
    [401, "token_invalid"],
    [403, "token_evaluate_only"],
    [404, "route_not_found"],
    [422, "parameter_invalid"],
  ] as const) {
    const send = async () => Response.json({ code, message: "no" }, { status, headers });
    const following = followAudits({
      ask: askOver(send),
      query: {},
      after: null,
      onAudits: () => undefined,
      onLost: () => undefined,
      onFound: () => undefined,
      next: mustNotWait,
      wait: mustNotWait,
      signal: new AbortController().signal,
    });
    await expect(following).rejects.toMatchObject({ status, code });
  }
});

test("a directory that cannot be used, and a server of another user, end it", async () => {
  for (const error of [
    new StorageError("the database is corrupt"),
    new AdministrationError("the running server belongs to another user"),
  ]) {
    const following = followAudits({
      ask: askOver(() => Promise.reject(error)),
      query: {},
      after: 1,
      onAudits: () => undefined,
      onLost: () => undefined,
      onFound: () => undefined,
      next: mustNotWait,
      wait: mustNotWait,
      signal: new AbortController().signal,
    });
    await expect(following).rejects.toBe(error);
  }
});
