import { expect, test } from "bun:test";
import { connect } from "node:net";
import { testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { listeningUrl } from "../helpers/listening-url.ts";

const descriptorsMax = 200;
const connectionCount = 400;
const attacker = "127.0.0.1";
const otherClient = "127.0.0.2";
const retryMs = 50;

/** Opens a connection, sends a part of a request, and tells when the server has closed it. */
function halfSent(port: number, onClosed: () => void) {
  const socket = connect({ port, host: "127.0.0.1", localAddress: attacker });
  socket.on("connect", () => socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n"));
  socket.on("error", () => undefined);
  socket.on("close", onClosed);
  return socket;
}

/** Whether a request on a new connection from another address is answered. */
async function isAnswered(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ port, host: "127.0.0.1", localAddress: otherClient });
  socket.setTimeout(1_000, () => resolve(false));
  socket.on("connect", () => socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  socket.on("data", (data) => resolve(data.toString().startsWith("HTTP/1.1 200")));
  socket.on("error", () => resolve(false));
  socket.on("close", () => resolve(false));
  const answered = await promise;
  socket.destroy();
  return answered;
}

test.skipIf(process.platform !== "linux")(
  "400 half-sent requests at 200 descriptors do not keep others out",
  async () => {
    using directory = new TemporaryDirectory();
    const limited = ["/bin/sh", "-c", `ulimit -n ${descriptorsMax} && exec "$0" "$@"`];
    const serve = ["serve", "--port", "0", "--data", directory.path];
    const child = Bun.spawn([...limited, ...testedProgram.argv, ...serve], {
      cwd: directory.path,
      env: { PATH: "" },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const port = Number(new URL((await listeningUrl(child.stdout)) ?? "").port);
    let closedCount = 0;
    const shed = Promise.withResolvers<void>();
    const sockets = Array.from({ length: connectionCount }, () =>
      halfSent(port, () => {
        closedCount += 1;
        if (closedCount === connectionCount - descriptorsMax / 2) {
          shed.resolve();
        }
      }),
    );
    await shed.promise;
    while (!(await isAnswered(port))) {
      await Bun.sleep(retryMs);
    }
    // Without a limit, these have to time out before anyone else gets in.
    expect(sockets.filter(({ destroyed }) => !destroyed)).toHaveLength(descriptorsMax / 2);
    for (const socket of sockets) {
      socket.destroy();
    }
    child.kill("SIGTERM");
    const logged = await child.stderr.text();
    expect(await child.exited).toBe(0);
    expect(logged).toContain("connections ended: too many count=");
    expect(logged).toContain(`client="${attacker}"`);
  },
);
