import { afterAll, expect, test } from "bun:test";
import {
  gatehouse,
  type RunningServer,
  startGatehouse,
} from "../../administration/gatehouse-process.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";
import { audited, created, HostedClient } from "../../helpers/hosted-client.ts";
import { hostedFeature } from "../../helpers/hosted-feature.ts";
import { hostedPrefix } from "../../helpers/hosted-server.ts";
import { sendOverHttp } from "../../helpers/service.ts";

const timeoutMs = 30_000;

/** Servers that a failure in the middle of the story would leave behind. */
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

/** A client of a server that listens. */
function clientOf(server: RunningServer, token: string): HostedClient {
  const send = sendOverHttp(server.url + hostedPrefix);
  return new HostedClient(() => ({ send, stop: () => stop(server) }), token);
}

test(
  "a team starts Gatehouse, rolls a feature out, and tries a branch in a preview of its own",
  async () => {
    using data = new TemporaryDirectory();

    // Somebody starts a server on an empty directory, and takes the token that it shows.
    const server = await start(data.path);
    const token = /^ {2}(?<value>\S{16,})$/m.exec(server.printed)?.groups?.value ?? "";
    expect(token).not.toBe("");
    const production = clientOf(server, token);
    expect((await production.features.list())[1]).toEqual({ features: [] });

    // The team creates its first features, and lets a tenth of the users and two of its own try one.
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

    // Its CI gets a token that reads, and may make environments for branches, but changes nothing.
    const shell = await gatehouse(data.path, [
      ..."token create --environment production --access read_only --manage-environments".split(
        " ",
      ),
      ...["--name", "CI"],
    ]);
    expect(shell).toMatchObject({ code: 0, err: "" });
    const ci = production.as(shell.out.trim());
    expect((await ci.gates.post("dark_mode", "boolean"))[0].status).toBe(403);

    // A pull request comes; CI makes an environment for it, and the branch's app gets its token.
    const { environment, token: branchToken } = created(
      await ci.environments.create("PR #7: Café"),
    );
    expect(environment).toMatchObject({ slug: "pr-7-cafe", state: "other" });
    const branch = production.as(branchToken.value);
    expect((await branch.features.list())[2]).toBe((await production.features.list())[2]);

    // The branch wants dark mode for everyone, and the checkout as it is for everyone else.
    await branch.gates.post("dark_mode", "boolean");
    const [, darkThere] = await branch.features.get("dark_mode");
    const [, darkHere] = await production.features.get("dark_mode");
    expect(darkThere).toEqual(hostedFeature("dark_mode", "on", { boolean: true }));
    expect(darkHere).toEqual(hostedFeature("dark_mode", "off"));

    // Meanwhile the rollout goes on, and the branch sees it at once.
    await production.gates.post("new_checkout", "percentage_of_actors", { percentage: 50 });
    expect((await branch.features.get("new_checkout"))[1]).toEqual(
      hostedFeature("new_checkout", "conditional", {
        actors: ["User;1", "User;2"],
        percentage_of_actors: 50,
      }),
    );

    // What the branch did is in its own history; it may not delete a feature that is everyone's.
    const branchHistory = audited(await branch.audits.list()).audits;
    expect(branchHistory.map(({ action, target }) => `${action} ${target.key}`)).toEqual([
      "enable dark_mode",
    ]);
    expect((await branch.features.remove("dark_mode"))[0].status).toBe(403);

    // The pull request is merged; CI cleans up, twice, as CI does. The branch's token is no more.
    expect((await ci.environments.delete(environment.id))[0].status).toBe(204);
    expect((await ci.environments.delete(environment.id))[0].status).toBe(204);
    expect((await branch.features.list())[0].status).toBe(401);

    // Dark mode turned out well: on for everyone. The checkout's flag has done its work, and goes.
    await production.gates.post("dark_mode", "boolean");
    expect((await production.features.remove("new_checkout"))[0].status).toBe(204);
    expect((await production.features.list())[1]).toEqual({
      features: [hostedFeature("dark_mode", "on", { boolean: true })],
    });

    // Who wonders later how it came to that can read it, newest first, page by page.
    const pages = [
      audited(await production.audits.list("per_page=6")),
      audited(await production.audits.list("per_page=6&page=2")),
    ];
    const told = pages
      .flatMap(({ audits }) => audits)
      .map(({ action, target, value }) => [action, target.key, value ?? ""].join(" ").trim());
    expect(told).toEqual([
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

    // The server stops and starts again, and nothing is lost.
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
