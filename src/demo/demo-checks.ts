import type { FetchHandler } from "../http/routing/fetch-handler.ts";
import { demoFeatures } from "./history/demo-history.ts";

export interface DemoChecksOptions {
  readonly fetch: FetchHandler;
  /** The URL of the server with its base path. */
  readonly url: string;
  readonly token: string;
  readonly random: () => number;
  readonly onFault: (error: unknown) => void;
}

const intervalMs = 500;
const actorsMax = 500;
const seatsMax = 40;
const countries = ["CH", "DE", "FR", "US"] as const;
const loopback = { requestIP: () => ({ address: "127.0.0.1" }) };

/** Checks a feature twice a second as an application does, over OFREP. Returns how to stop. */
export function startDemoChecks(options: DemoChecksOptions): () => void {
  const timer = setInterval(() => {
    checkOne(options).catch(options.onFault);
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Without a connection, so that no proxy of the environment is asked. */
async function checkOne({ fetch, url, token, random }: DemoChecksOptions): Promise<void> {
  const actor = Math.floor(random() * actorsMax);
  const context = {
    targetingKey: `User;${actor}`,
    plan: actor % 4 === 0 ? "pro" : "free",
    seats: actor % seatsMax,
    country: countries[actor % countries.length],
  };
  const request = new Request(`${url}/ofrep/v1/evaluate/flags/${someKey(random())}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "user-agent": "Gatehouse demo",
    },
    body: JSON.stringify({ context }),
  });
  const answer = await fetch(request, loopback);
  if (!answer.ok) {
    throw new Error(`A check of the demo was answered with ${answer.status}`);
  }
}

/** A feature, the more often the more evaluations it has. `part` is from 0 to below 1. */
function someKey(part: number): string {
  const checked = demoFeatures.filter(({ hourly = 0 }) => hourly > 0);
  const all = checked.reduce((sum, { hourly = 0 }) => sum + hourly, 0);
  let left = part * all;
  const found = checked.find(({ hourly = 0 }) => {
    left -= hourly;
    return left < 0;
  });
  return found?.key ?? "";
}
