import { created, type HostedClient } from "./hosted-client.ts";

let count = 0;

/** Creates an environment without audits and overrides; returns a client of it. */
export async function freshEnvironment(manager: HostedClient): Promise<HostedClient> {
  count += 1;
  const { token } = created(await manager.environments.create(`Fresh ${count}`));
  return manager.as(token.value);
}
