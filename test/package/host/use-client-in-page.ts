import { createClient } from "gatehouse-flags/client";

const answer = {
  features: [
    { key: "search", gates: [{ key: "actors", value: ["User;1"] }] },
    { key: "suggest", gates: [{ key: "expression", value: { FeatureEnabled: ["search"] } }] },
  ],
};

const client = createClient({
  url: "http://toggles.test",
  telemetry: false,
  runtime: { fetch: async () => Response.json(answer) },
});
await client.ready();
export const enabled = ["User;1", "User;2"].map((id) => client.enabled("suggest", id));
await client.close();
