import { OpenFeature } from "@openfeature/server-sdk";
import { OpenFeature as WebOpenFeature } from "@openfeature/web-sdk";
import { type ClientOptions, type ClientStatus, createClient } from "gatehouse-flags/client";
import { fileStore } from "gatehouse-flags/client/file";
import { GatehouseProvider, GatehouseWebProvider } from "gatehouse-flags/openfeature";

export interface Answers {
  readonly client: readonly boolean[];
  readonly server: boolean;
  readonly web: boolean;
  readonly status: ClientStatus;
  readonly errors: readonly string[];
}

/** Asks for the feature `search` in every way that the package has, and for one that refers to it. */
export async function answers(url: string, token: string, file: string): Promise<Answers> {
  const errors: string[] = [];
  const options: ClientOptions = {
    url,
    token,
    groups: { admins: ({ flipperId }) => flipperId.startsWith("Admin;") },
    store: fileStore(file),
    stream: true,
    onError: (error) => errors.push(error.message),
  };
  const client = createClient(options);
  const status = await client.ready();
  const actor = { flipperId: "User;1", properties: { plan: "pro" } };
  const enabled = ["Admin;1", "User;2", actor, null].map((each) => client.enabled("search", each));
  enabled.push(client.enabled("refers to it", actor), client.enabled("refers to it", "User;2"));
  await OpenFeature.setProviderAndWait(new GatehouseProvider(options));
  const server = await OpenFeature.getClient().getBooleanValue("search", false, {
    targetingKey: "User;1",
    plan: "pro",
  });
  await WebOpenFeature.setContext({ targetingKey: "User;2", groups: ["admins"] });
  await WebOpenFeature.setProviderAndWait(new GatehouseWebProvider(client));
  const web = WebOpenFeature.getClient().getBooleanValue("search", false);
  await Promise.all([OpenFeature.close(), WebOpenFeature.close()]);
  await client.close();
  return { client: enabled, server, web, status, errors };
}
