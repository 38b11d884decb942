import { expect } from "bun:test";
import { run, testedProgram } from "../contract/server-process.ts";
import { clusterToken, type TestedNode } from "./cluster-nodes.ts";

const secondsMax = 60;

export const isFound = (status: number) => status === 200;
export const isMissing = (status: number) => status === 404;

/** Resolves when each node gives an answer that passes. */
export async function everyNode(
  nodes: readonly TestedNode[],
  path: string,
  passes: (status: number, text: string) => boolean,
  token = clusterToken,
): Promise<void> {
  for (const node of nodes) {
    await eventually(async () => {
      const answer = await node.send(path, { headers: { "flipper-cloud-token": token } });
      return answer !== undefined && passes(answer.status, await answer.text());
    });
  }
}

/** Resolves when what is asked for again and again is true. */
export async function eventually(isTrue: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + secondsMax * 1_000;
  while (!(await isTrue())) {
    expect(performance.now()).toBeLessThan(until);
    await Bun.sleep(10);
  }
}

export async function enable(node: TestedNode, key: string): Promise<void> {
  expect((await tryToEnable(node, key))?.status).toBe(200);
}

export function tryToEnable(node: TestedNode, key: string): Promise<Response | undefined> {
  return node.send(`/features/${key}/boolean`, { method: "POST", body: "{}" });
}

/** Runs a command of the shell that must succeed; resolves with what it printed. */
export async function shell(url: string, ...args: readonly string[]): Promise<string> {
  const variables = { GATEHOUSE_DATABASE: url };
  const ended = await run(testedProgram, args, { cwd: import.meta.dir, variables });
  expect(ended).toMatchObject({ code: 0, err: "" });
  return ended.out;
}

export interface NewToken {
  readonly id: string;
  readonly value: string;
}

/** A token of Production that only reads. */
export async function newToken(url: string, ...args: readonly string[]): Promise<NewToken> {
  const place = ["--environment", "production", "--access", "read_only"];
  const printed = await shell(
    url,
    "token",
    "create",
    "--name",
    "shell",
    ...place,
    ...args,
    "--json",
  );
  const value = /gatehouse_[\w-]{32}/.exec(printed)?.[0] ?? "";
  const id = /"id":\s*(?<id>\d+)/.exec(printed)?.groups?.id ?? "";
  return { id, value };
}

/** A metric of a node without labels; its text is up to a second old. */
export async function metricOf(node: TestedNode, name: string): Promise<number> {
  const answer = await fetch(`${node.server?.url}/metrics`);
  const line = new RegExp(`^${name} (?<value>\\S+)$`, "m").exec(await answer.text());
  return Number(line?.groups?.value);
}
