import { expect } from "bun:test";
import type { RolloutRow } from "../../../../src/api/admin/contract/rollout-models.ts";
import { refusalIn, startUi, type UiPage, type UiServer } from "../web-ui-server.ts";

export const production = { environment: 1 };
export const feature = { environment: 1, key: "search" };
export const day = 86_400;
export const percent = (value: number) => ({ kind: "percentage_of_actors", value });
export const plan = {
  key: "search",
  steps: [
    { change: percent(5), for: day },
    { change: percent(25), approval: true },
    { change: percent(100) },
  ],
  guards: [{ name: "checkout", tolerate: { relative: 0.1 } }],
};
export const start = "POST /environments/:environment/rollouts";

interface RolloutSite {
  readonly server: UiServer;
  readonly author: UiPage;
  readonly admin: UiPage;
}

export async function startRolloutSite(): Promise<RolloutSite> {
  const server = await startUi();
  const author = await server.page("member");
  const admin = await server.page("admin");
  await author.answer("POST /environments/:environment/features", {
    ...{ params: production, body: { key: "search" } },
  });
  return { server, author, admin };
}

export async function started(page: UiPage, more: object = {}): Promise<RolloutRow> {
  const body = { ...plan, ...more };
  return (await page.answer(start, { params: production, body })).rollout;
}

export function transition(
  page: UiPage,
  name: string,
  { id }: Pick<RolloutRow, "id">,
  body: object = {},
) {
  return page.call(`POST /rollouts/:rollout/${name}`, { params: { rollout: id }, body });
}

export async function done(
  page: UiPage,
  name: string,
  rollout: Pick<RolloutRow, "id">,
  body?: object,
) {
  const answer = await transition(page, name, rollout, body);
  expect([name, answer.status]).toEqual([name, 200]);
  const { rollout: row }: { readonly rollout: RolloutRow } = JSON.parse(await answer.text());
  return row;
}

export async function codeOf(answer: Promise<Response>) {
  const { status, code } = await refusalIn(await answer);
  return [status, code];
}
