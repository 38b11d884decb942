import { expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import { AuditPage } from "../../../../src/api/admin/contract/audit-models.ts";
import { setPlan } from "../../../helpers/hosted-administration.ts";
import { audited, created } from "../../../helpers/hosted-client.ts";
import { modelled } from "../../../helpers/modelled.ts";
import { type AdminSite, type Called, describeSites, startHostedSite } from "../admin-sites.ts";

const path = "E/audits";

function listed({ status, body }: Called): Static<typeof AuditPage> {
  expect(status).toBe(200);
  return modelled(AuditPage, body);
}

const idsOf = ({ audits }: Static<typeof AuditPage>) => audits.map(({ id }) => id);

async function enableActors({ api }: Pick<AdminSite, "api">, key: string, count: number) {
  for (let at = 1; at <= count; at++) {
    await api.gates.post(key, "actors", { flipper_id: `User;${at}` });
  }
}

describeSites("audits with ids", (site) => {
  test("are listed newest first, page by page, and followed oldest first", async () => {
    const { call } = site();
    await enableActors(site(), "search", 4);
    const read = async (query: string) => listed(await call("GET", path + query));
    const all = await read("");
    expect(idsOf(all)).toEqual([5, 4, 3, 2, 1]);
    expect(all).toMatchObject({ next: null, eventsMax: null });
    expect(all.audits.at(-1)).toMatchObject({
      action: "create",
      featureKey: "search",
      value: null,
    });
    const first = await read("?limit=2");
    expect([idsOf(first), first.next]).toEqual([[5, 4], 4]);
    expect(idsOf(await read(`?limit=2&before=${first.next}`))).toEqual([3, 2]);
    const followed = await read("?after=0&limit=3");
    expect([idsOf(followed), followed.next]).toEqual([[1, 2, 3], 3]);
    const rest = await read("?after=3");
    expect([idsOf(rest), rest.next]).toEqual([[4, 5], 5]);
    expect(await read("?after=5")).toMatchObject({ audits: [], next: 5 });
    expect(await read("?after=99")).toMatchObject({ audits: [], next: 5 });
    expect(idsOf(await read("?after=1&before=4"))).toEqual([2, 3]);
  });

  test("are filtered by feature, action, actor and time", async () => {
    const { call, api, hosted } = site();
    await api.gates.post("other", "boolean");
    const idsFor = async (query: string) => idsOf(listed(await call("GET", path + query)));
    expect(await idsFor('?keys=["other"]')).toEqual([7, 6]);
    expect(await idsFor('?keys=["other"]&after=0')).toEqual([6, 7]);
    expect(await idsFor('?keys=["other"]&after=0&limit=1')).toEqual([6]);
    expect(await idsFor("?key=unknown")).toEqual([]);
    expect(await idsFor("?action=create")).toEqual([6, 1]);
    expect(await idsFor("?action=create&after=1")).toEqual([6]);
    const [actor, nobody] = hosted === undefined ? ["User:1", "Token:1"] : ["Token:1", "User:1"];
    expect(await idsFor(`?actor=${actor}&limit=1`)).toEqual([7]);
    expect(await idsFor(`?actor=${nobody}`)).toEqual([]);
    expect(await idsFor("?from=946684800000&action=create")).toEqual([6, 1]);
    expect(await idsFor("?to=946684800000")).toEqual([]);
    expect(await idsFor("?from=4102437600000")).toEqual([]);
  });

  test.each([
    ["limit=0", "input_invalid", 422],
    ["limit=251", "input_invalid", 422],
    ["before=0", "input_invalid", 422],
    ["after=-1", "input_invalid", 422],
    ["after=x", "input_invalid", 422],
    ["action=enabled", "input_invalid", 422],
    ["actor=1", "input_invalid", 422],
    ["actor=Person:1", "input_invalid", 422],
    ["actor=User:1%20", "input_invalid", 422],
    ["from=yesterday", "input_invalid", 422],
    ["to=2026-13-01", "input_invalid", 422],
    [`keys=${JSON.stringify(Array.from({ length: 101 }, String))}`, "input_invalid", 422],
    ["keys=search", "request_invalid", 400],
    ["keys=[1]", "input_invalid", 422],
    ['key=a&keys=["a"]', "input_invalid", 422],
    ["limit[]=1", "request_invalid", 400],
    ["from=1&from=2", "request_invalid", 400],
    ["action=%zz", "request_invalid", 400],
  ] as const)("are refused for %s", async (query, code, status) => {
    expect(await site().call("GET", `${path}?${query}`)).toMatchObject({ status, body: { code } });
  });
});

test("have the fields of the public route", async () => {
  const site = await startHostedSite();
  await enableActors(site, "search", 2);
  const { audits } = audited(await site.hosted.manager.audits.list());
  const own = listed(await site.call("GET", path)).audits;
  expect(
    own.map(({ action, actor, featureKey, value, at }) => ({
      ...{ action, value },
      actor: { type: actor.type, id: actor.id },
      target: { type: "Feature", key: featureKey },
      created_at: new Date(at).toISOString(),
    })),
  ).toEqual(audits.map((audit) => expect.objectContaining(audit)));
  await site.stop();
});

test("who follows gets each audit once, also beside many of other features", async () => {
  const site = await startHostedSite();
  const members = Array.from({ length: 700 }, (_, at) => `User;${at}`);
  await site.hosted.manager.import({ many: { actors: members }, few: {} });
  await enableActors(site, "few", 3);
  const seen: number[] = [];
  let after = 0;
  for (let request = 0; request < 10; request++) {
    const page = listed(await site.call("GET", `${path}?after=${after}&keys=["few"]&limit=2`));
    seen.push(...idsOf(page));
    expect(page.next).toBeGreaterThanOrEqual(after);
    after = page.next ?? after;
  }
  const all = idsOf(listed(await site.call("GET", `${path}?key=few`)));
  expect(seen).toEqual(all.toReversed());
  expect(all).toHaveLength(4);
  await site.stop();
});

test("the limits of the plan hold, upwards too", async () => {
  const site = await startHostedSite();
  await enableActors(site, "search", 5);
  const read = async (query: string) => listed(await site.call("GET", path + query));
  await setPlan(site.hosted, "self_hosted", { auditEventsMax: 2 });
  expect(idsOf(await read(""))).toEqual([6, 5]);
  expect(await read("?after=0")).toMatchObject({
    audits: [{ id: 5 }, { id: 6 }],
    next: 6,
    eventsMax: 2,
  });
  await setPlan(site.hosted, "free");
  expect(await read("")).toMatchObject({ audits: [], eventsMax: 0 });
  expect(await read("?after=0")).toMatchObject({ audits: [], next: 6 });
  await site.stop();
});

test("an environment shows its own audits only", async () => {
  const { hosted, call, callAs, stop } = await startHostedSite();
  await hosted.manager.gates.post("search", "boolean");
  const { token } = created(await hosted.manager.environments.create("Preview"));
  const preview = callAs(token.value);
  expect(listed(await preview("GET", path))).toMatchObject({ audits: [], next: null });
  expect(listed(await preview("GET", `${path}?after=0`))).toMatchObject({ audits: [], next: 0 });
  await hosted.manager.as(token.value).gates.delete("search", "boolean");
  expect(idsOf(listed(await preview("GET", path)))).toEqual([1]);
  expect(idsOf(listed(await call("GET", path)))).toEqual([2, 1]);
  await stop();
});
