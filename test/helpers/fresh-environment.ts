import { created, type HostedClient } from "./hosted-client.ts";

let count = 0;

/** A client of an environment that has no history and no overrides yet. */
export async function freshEnvironment(manager: HostedClient): Promise<HostedClient> {
  count += 1;
  const { token } = created(await manager.environments.create(`Fresh ${count}`));
  return manager.as(token.value);
}
