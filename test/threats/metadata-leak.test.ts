import { expect, test } from "bun:test";
import { created } from "../helpers/hosted-client.ts";
import { startPipelineServer } from "../server/pipeline-server.ts";

const publicPaths = ["/healthz", "/readyz", "/metrics", "/swagger", "/swagger/json", "/nothing"];

test("answers without a token contain no feature, environment, actor, group, token or owner", async () => {
  const server = await startPipelineServer();
  const { manager } = server;
  const { token } = created(await manager.environments.create("Zyzzyva branch"));
  await manager.gates.post("zyzzyva_feature", "actors", { flipper_id: "User;zyzzyva" });
  await manager.gates.post("zyzzyva_feature", "groups", { name: "zyzzyva_group" });
  await manager.as(token.value).features.list();
  await manager.actors.check("User;zyzzyva");
  await manager.as("zyzzyva-unknown-token").features.list();
  await server.send("/zyzzyva_path?zyzzyva_query");
  for (const path of publicPaths) {
    const response = await server.send(path);
    const answered = `${JSON.stringify([...response.headers])}${await response.text()}`;
    const secrets = [/zyzzyva/i, token.value, server.hosted.managerToken];
    expect([path, secrets.filter((secret) => answered.search(secret) >= 0)]).toEqual([path, []]);
  }
  await server.stop();
});
