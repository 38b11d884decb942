import { expect, test } from "bun:test";
import { HistoryListModel } from "../../../src/flipper-api/gatehouse/history-model.ts";
import { setPlan } from "../../helpers/hosted-administration.ts";
import { audited, created } from "../../helpers/hosted-client.ts";
import { modelled } from "../../helpers/modelled.ts";
import {
  type Called,
  caller,
  describeSites,
  type GatehouseSite,
  startHostedSite,
} from "./gatehouse-sites.ts";

const path = "/gatehouse/audits";

function listed({ status, body }: Called): HistoryListModel {
  expect(status).toBe(200);
  return modelled(HistoryListModel, body);
}

const idsOf = ({ audits }: HistoryListModel) => audits.map(({ id }) => id);

async function enableActors({ api }: Pick<GatehouseSite, "api">, key: string, count: number) {
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
    expect(all).toMatchObject({ next: null, limits: { limited: false } });
    expect(all.audits.at(-1)).toMatchObject({
      action: "create",
      target: { type: "Feature", key: "search" },
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
    expect(await idsFor("?keys=other")).toEqual([7, 6]);
    expect(await idsFor("?keys=other&after=0")).toEqual([6, 7]);
    expect(await idsFor("?keys=other&after=0&limit=1")).toEqual([6]);
    expect(await idsFor("?keys=unknown")).toEqual([]);
    expect(await idsFor("?action=create")).toEqual([6, 1]);
    expect(await idsFor("?action=create&after=1")).toEqual([6]);
    const [actor, nobody] = hosted === undefined ? ["User:1", "Token:1"] : ["Token:1", "User:1"];
    expect(await idsFor(`?actor=${actor}&limit=1`)).toEqual([7]);
    expect(await idsFor(`?actor=${nobody}`)).toEqual([]);
    expect(await idsFor("?from=2000-01-01&action=create")).toEqual([6, 1]);
    expect(await idsFor("?to=2000-01-01")).toEqual([]);
    expect(await idsFor("?from=2100-01-01T00:00:00%2B02:00")).toEqual([]);
  });

  test.each([
    ["limit=0", "parameter_invalid", 422],
    ["limit=251", "parameter_invalid", 422],
    ["before=0", "parameter_invalid", 422],
    ["after=-1", "parameter_invalid", 422],
    ["after=x", "parameter_invalid", 422],
    ["action=enabled", "parameter_invalid", 422],
    ["actor=1", "parameter_invalid", 422],
    ["actor=Person:1", "parameter_invalid", 422],
    ["actor=User:1%20", "parameter_invalid", 422],
    ["from=yesterday", "parameter_invalid", 422],
    ["to=2026-13-01", "parameter_invalid", 422],
    [`keys=${Array.from({ length: 101 }, (_, at) => at)}`, "parameter_invalid", 422],
    ["limit[]=1", 8, 400],
    ["from=2026-01-01&from=2026-01-02", 8, 400],
    ["action=%zz", 8, 400],
  ] as const)("are refused for %s", async (query, code, status) => {
    expect(await site().call("GET", `${path}?${query}`)).toMatchObject({ status, body: { code } });
  });
});

test("have the fields of the public route", async () => {
  const site = await startHostedSite();
  await enableActors(site, "search", 2);
  const { audits } = audited(await site.hosted.manager.audits.list());
  const own = listed(await site.call("GET", path)).audits;
  expect(own.map(({ id: _, ...audit }) => audit)).toEqual(audits);
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
    const page = listed(await site.call("GET", `${path}?after=${after}&keys=few&limit=2`));
    seen.push(...idsOf(page));
    expect(page.next).toBeGreaterThanOrEqual(after);
    after = page.next ?? after;
  }
  const all = idsOf(listed(await site.call("GET", `${path}?keys=few`)));
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
    limits: { limited: true, max_events: 2 },
  });
  await setPlan(site.hosted, "free");
  expect(await read("")).toMatchObject({ audits: [], limits: { limited: true, max_events: 0 } });
  expect(await read("?after=0")).toMatchObject({ audits: [], next: 6 });
  await site.stop();
});

test("an environment shows its own audits only", async () => {
  const { hosted, call, stop } = await startHostedSite();
  await hosted.manager.gates.post("search", "boolean");
  const { token } = created(await hosted.manager.environments.create("Preview"));
  const preview = caller(hosted.manager.as(token.value));
  expect(listed(await preview("GET", path))).toMatchObject({ audits: [], next: null });
  expect(listed(await preview("GET", `${path}?after=0`))).toMatchObject({ audits: [], next: 0 });
  await preview("DELETE", "/features/search/boolean");
  expect(idsOf(listed(await preview("GET", path)))).toEqual([1]);
  expect(idsOf(listed(await call("GET", path)))).toEqual([2, 1]);
  await stop();
});
