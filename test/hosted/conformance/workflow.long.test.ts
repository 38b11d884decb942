import { afterAll, expect, test } from "bun:test";
import {
  firstTokenIn,
  gatehouse,
  type RunningServer,
  startGatehouse,
} from "../../cli/administration/gatehouse-process.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";
import { audited, created, HostedClient } from "../../helpers/hosted-client.ts";
import { hostedFeature } from "../../helpers/hosted-feature.ts";
import { hostedPrefix } from "../../helpers/hosted-server.ts";
import { sendOverHttp } from "../../helpers/service.ts";

const timeoutMs = 180_000;

/** Running servers, to stop them if the test fails. */
const running = new Set<RunningServer>();
afterAll(async () => {
  for (const server of running) {
    await server.end("SIGKILL");
  }
});

async function start(directory: string): Promise<RunningServer> {
  const server = await startGatehouse(directory);
  running.add(server);
  return server;
}

async function stop(server: RunningServer): Promise<void> {
  running.delete(server);
  expect((await server.end("SIGTERM")).code).toBe(0);
}

/** Returns a client of a listening server. */
function clientOf(server: RunningServer, token: string): HostedClient {
  const send = sendOverHttp(server.url + hostedPrefix);
  return new HostedClient(() => ({ send, stop: () => stop(server) }), token);
}

test(
  "a team starts Gatehouse, rolls out a feature, and tries a branch in a preview environment",
  async () => {
    using data = new TemporaryDirectory();

    // Start a server on an empty directory, and read the token of its first start.
    const server = await start(data.path);
    const token = firstTokenIn(data.path);
    const production = clientOf(server, token);
    expect((await production.features.list())[1]).toEqual({ features: [] });

    // Create the first features; enable one for a tenth of the users and for two actors.
    await production.features.create("new_checkout");
    await production.features.create("dark_mode");
    await production.gates.post("new_checkout", "percentage_of_actors", { percentage: 10 });
    await production.gates.post("new_checkout", "actors", { flipper_id: "User;1" });
    await production.gates.post("new_checkout", "actors", { flipper_id: "User;2" });
    const [, rolledOut] = await production.actors.check("User;1");
    expect(rolledOut).toEqual({
      flipper_id: "User;1",
      features: { dark_mode: { enabled: false }, new_checkout: { enabled: true } },
    });

    // CI gets a read-only token that may create preview environments.
    const shell = await gatehouse(data.path, [
      ..."token create --environment production --access read_only --manage-environments".split(
        " ",
      ),
      ...["--name", "CI"],
    ]);
    expect(shell).toMatchObject({ code: 0, err: "" });
    const ci = production.as(shell.out.trim());
    expect((await ci.gates.post("dark_mode", "boolean"))[0].status).toBe(403);

    // CI creates an environment for a pull request; the branch's application gets its token.
    const { environment, token: branchToken } = created(
      await ci.environments.create("PR #7: Café"),
    );
    expect(environment).toMatchObject({ slug: "pr-7-cafe", state: "other" });
    const branch = production.as(branchToken.value);
    expect((await branch.features.list())[2]).toBe((await production.features.list())[2]);

    // The branch enables dark mode for itself only.
    await branch.gates.post("dark_mode", "boolean");
    const [, darkInBranch] = await branch.features.get("dark_mode");
    const [, darkInProduction] = await production.features.get("dark_mode");
    expect(darkInBranch).toEqual(hostedFeature("dark_mode", "on", { boolean: true }));
    expect(darkInProduction).toEqual(hostedFeature("dark_mode", "off"));

    // The rollout in Production continues, and the branch follows it.
    await production.gates.post("new_checkout", "percentage_of_actors", { percentage: 50 });
    expect((await branch.features.get("new_checkout"))[1]).toEqual(
      hostedFeature("new_checkout", "conditional", {
        actors: ["User;1", "User;2"],
        percentage_of_actors: 50,
      }),
    );

    // The branch's changes are in its own audits; it may not delete a feature of the project.
    const branchHistory = audited(await branch.audits.list()).audits;
    expect(branchHistory.map(({ action, target }) => `${action} ${target.key}`)).toEqual([
      "enable dark_mode",
    ]);
    expect((await branch.features.remove("dark_mode"))[0].status).toBe(403);

    // The pull request is merged; CI deletes the environment twice. The branch's token is refused.
    expect((await ci.environments.delete(environment.id))[0].status).toBe(204);
    expect((await ci.environments.delete(environment.id))[0].status).toBe(204);
    expect((await branch.features.list())[0].status).toBe(401);

    // Dark mode is enabled for everyone. The feature of the checkout is no longer needed.
    await production.gates.post("dark_mode", "boolean");
    expect((await production.features.remove("new_checkout"))[0].status).toBe(204);
    expect((await production.features.list())[1]).toEqual({
      features: [hostedFeature("dark_mode", "on", { boolean: true })],
    });

    // The audits have all changes, newest first, on two pages.
    const pages = [
      audited(await production.audits.list("per_page=6")),
      audited(await production.audits.list("per_page=6&page=2")),
    ];
    const changes = pages
      .flatMap(({ audits }) => audits)
      .map(({ action, target, value }) => [action, target.key, value ?? ""].join(" ").trim());
    expect(changes).toEqual([
      "remove new_checkout",
      "enable dark_mode",
      "percentage_of_actors new_checkout 50",
      "enable_actor new_checkout User;2",
      "enable_actor new_checkout User;1",
      "percentage_of_actors new_checkout 10",
      "create dark_mode",
      "create new_checkout",
    ]);
    expect(pages[1]?.pagination).toEqual({ page: 2, per: 6, previous: 1, next: null });

    // After a restart nothing is lost.
    await stop(server);
    const again = await start(data.path);
    expect(again.printed).not.toContain(token);
    const later = clientOf(again, token);
    expect((await later.features.list())[1]).toEqual({
      features: [hostedFeature("dark_mode", "on", { boolean: true })],
    });
    await stop(again);
  },
  timeoutMs,
);
