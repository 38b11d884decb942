import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { sendToTarget } from "../../../src/webhooks/targets/send-to-target.ts";
import { systemNetwork } from "../../../src/webhooks/targets/target-network.ts";
import type { TargetAnswer, TargetNetwork } from "../../../src/webhooks/targets/webhook-target.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";
import { pour, RawReceiver } from "./raw-receiver.ts";

const allowed = [{ address: "127.0.0.1", bits: 32 }];
const network: TargetNetwork = {
  resolve: () => Promise.resolve(["127.0.0.1"]),
  checkMs: 10_000,
  requestMs: 10_000,
};
const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

function send(url: string, changes: Partial<TargetNetwork> = {}, signal?: AbortSignal) {
  const request = {
    ...{ url, allowed, body: '{"a":"ü"}', headers: { "content-type": "application/json" } },
    ...(signal === undefined ? {} : { signal }),
  };
  return sendToTarget(request, { ...network, ...changes });
}

function failed(reason: string): TargetAnswer {
  return { kind: "failed", reason: expect.stringContaining(reason) };
}

test("sends the request, and gives the answer", async () => {
  await using receiver = await RawReceiver.listen((socket) =>
    socket.end(
      "HTTP/1.1 422 No\r\nX-Error: a\r\nX-Error: b\r\nContent-Length: 2\r\n\r\n\xc3\xbc",
      "latin1",
    ),
  );
  const answer = await send(`http://hooks.example:${receiver.port}/path?a=b#c`);
  if (answer.kind !== "answered") {
    throw new Error(answer.reason);
  }
  expect([answer.status, answer.body, answer.headers.get("x-error")]).toEqual([422, "ü", "a, b"]);
  expect(receiver.received).toEqual([
    "POST /path?a=b HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 10\r\n" +
      `Host: hooks.example:${receiver.port}\r\nConnection: close\r\n\r\n{"a":"ü"}`,
  ]);
});

describe("the address that was checked is the one connected to", () => {
  test("although the name has another one a moment later", async () => {
    await using checked = await RawReceiver.listen((socket) => socket.end(ok));
    await using other = await RawReceiver.listen((socket) => socket.end(ok), {
      host: "127.0.0.2",
      port: checked.port,
    });
    const answers = [["127.0.0.1"], ["127.0.0.2"]];
    const resolve = () => Promise.resolve(answers.shift() ?? []);
    // A second question to this resolver or to the system's would fail or reach the other server.
    const answer = await send(`http://hooks.example:${checked.port}/`, { resolve });
    expect(answer).toMatchObject({ kind: "answered", status: 200, body: "ok" });
    expect([checked.received.length, other.received.length, answers.length]).toEqual([1, 0, 1]);
  });

  test("and is checked again at each request", async () => {
    await using receiver = await RawReceiver.listen((socket) => socket.end(ok));
    const answers = [["127.0.0.1"], ["127.0.0.2"], ["127.0.0.1", "10.0.0.1"]];
    const resolve = () => Promise.resolve(answers.shift() ?? []);
    const url = `http://hooks.example:${receiver.port}/`;
    expect(await send(url, { resolve })).toMatchObject({ kind: "answered" });
    expect(await send(url, { resolve })).toEqual(failed("whose address is not public (loopback)"));
    expect(await send(url, { resolve })).toEqual(failed("whose address is not public (private)"));
    expect(receiver.received).toHaveLength(1);
  });

  test("and another checked one if it cannot be reached", async () => {
    await using receiver = await RawReceiver.listen((socket) => socket.end(ok));
    const request = {
      ...{ url: `http://hooks.example:${receiver.port}/`, headers: {}, body: "" },
      allowed: [...allowed, { address: "127.0.0.3", bits: 32 }],
    };
    const resolve = () => Promise.resolve(["127.0.0.3", "127.0.0.1"]);
    expect(await sendToTarget(request, { ...network, resolve })).toMatchObject({ status: 200 });
  });

  test("an address in odd form is refused before anything is sent", async () => {
    await using receiver = await RawReceiver.listen((socket) => socket.end(ok), {
      host: "127.0.0.2",
    });
    for (const host of ["0x7f.2", "2130706434", "[::ffff:127.0.0.2]"]) {
      const answer = await send(`http://${host}:${receiver.port}/`);
      expect(answer).toEqual(failed("whose address is not public (loopback)"));
    }
    expect(receiver.received).toEqual([]);
  });
});

test("a redirect is the answer, and is not followed", async () => {
  await using inside = await RawReceiver.listen((socket) => socket.end(ok));
  await using receiver = await RawReceiver.listen((socket) =>
    socket.end(
      `HTTP/1.1 307 Go\r\nLocation: http://127.0.0.1:${inside.port}/\r\nContent-Length: 0\r\n\r\n`,
    ),
  );
  expect(await send(`http://hooks.example:${receiver.port}/`)).toMatchObject({ status: 307 });
  expect(inside.received).toEqual([]);
});

describe("an answer is bounded", () => {
  test.each([
    ["with a length", "Content-Length: 100000000\r\n\r\n"],
    ["without one", "\r\n"],
  ])("64 KiB of a long body %s are read, and the connection ends", async (_, head) => {
    const closed = Promise.withResolvers<void>();
    await using receiver = await RawReceiver.listen((socket) => {
      socket.on("close", () => closed.resolve());
      socket.write(`HTTP/1.1 200 OK\r\n${head}`);
      pour(socket, Buffer.alloc(100_000, "x"));
    });
    const answer = await send(`http://hooks.example:${receiver.port}/`);
    expect(answer).toMatchObject({ kind: "answered", status: 200, body: "x".repeat(65_536) });
    await closed.promise;
  });

  test("a long head is refused", async () => {
    await using receiver = await RawReceiver.listen((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nX-Long: ");
      pour(socket, Buffer.alloc(100_000, "x"));
    });
    const answer = await send(`http://hooks.example:${receiver.port}/`);
    expect(answer).toEqual(failed("Header overflow"));
  });

  test("answers before the answer without end are refused", async () => {
    await using receiver = await RawReceiver.listen((socket) =>
      pour(socket, Buffer.from("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(100))),
    );
    const answer = await send(`http://hooks.example:${receiver.port}/`);
    expect(answer).toEqual(failed("too many interim answers"));
  });

  test.each([
    ["nothing", ""],
    ["a part of the head", "HTTP/1.1 200 OK\r\nX: y\r\n"],
    ["a part of the body", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nok"],
  ])(
    "a receiver that sends %s, and then single bytes, is left at the end of the time",
    async (_, text) => {
      await using receiver = await RawReceiver.listen((socket) => {
        socket.write(text);
        const drop = () => {
          if (!socket.destroyed && text !== "") {
            socket.write(text.includes("Length") ? "" : "X: y\r\n", () => setTimeout(drop, 5));
          }
        };
        drop();
      });
      const url = `http://hooks.example:${receiver.port}/`;
      const answer = await send(url, { requestMs: 100 });
      expect(answer).toEqual(failed("no complete answer within 0.1 seconds"));
    },
  );

  test("the time includes that of the resolver", async () => {
    const { promise } = Promise.withResolvers<never>();
    const resolve = () => promise;
    const answer = await send("http://hooks.example/", { resolve, requestMs: 20 });
    expect(answer).toEqual(failed("whose addresses could not be found"));
  });

  test("the time is 20 seconds", () => {
    expect(systemNetwork.requestMs).toBe(20_000);
  });
});

describe("no answer is a failure with a reason", () => {
  test.each([
    ["closes the connection", "", "socket hang up"],
    ["sends something else", "hello\r\n\r\n", "Parse Error"],
    ["ends within the body", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok", "closed"],
    [
      "switches the protocol",
      "HTTP/1.1 101 Go\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
      "closed",
    ],
  ])("of a receiver that %s", async (_, text, reason) => {
    await using receiver = await RawReceiver.listen((socket) => socket.end(text));
    expect(await send(`http://hooks.example:${receiver.port}/`)).toEqual(failed(reason));
  });

  test("of a port that nobody listens on", async () => {
    const receiver = await RawReceiver.listen((socket) => socket.end());
    await receiver[Symbol.asyncDispose]();
    expect(await send(`http://hooks.example:${receiver.port}/`)).toEqual(failed("ECONNREFUSED"));
  });

  test("of a caller who ends the request", async () => {
    const stop = new AbortController();
    await using receiver = await RawReceiver.listen(() => stop.abort());
    const answer = await send(`http://hooks.example:${receiver.port}/`, {}, stop.signal);
    expect(answer).toEqual(failed("abort"));
  });
});

describe("under TLS", () => {
  let directory: TemporaryDirectory;
  let authorities: string;
  let server: ReturnType<typeof Bun.serve>;
  beforeAll(async () => {
    directory = new TemporaryDirectory();
    const at = (file: string) => join(directory.path, file);
    const made = Bun.spawnSync([
      ...["openssl", "req", "-x509", "-nodes", "-subj", "/CN=test", "-newkey", "ec"],
      ...["-addext", "subjectAltName=DNS:hooks.example", "-pkeyopt"],
      ...["ec_paramgen_curve:prime256v1", "-keyout", at("a.key"), "-out", at("a.crt")],
    ]);
    expect(made.exitCode).toBe(0);
    authorities = await Bun.file(at("a.crt")).text();
    server = Bun.serve({
      ...{ hostname: "127.0.0.1", port: 0 },
      // Answers only who names the host in the handshake.
      tls: {
        serverName: "hooks.example",
        cert: Bun.file(at("a.crt")),
        key: Bun.file(at("a.key")),
      },
      fetch: (request) => new Response(request.headers.get("host")),
    });
  });
  afterAll(async () => {
    await server.stop(true);
    directory[Symbol.dispose]();
  });

  test("the certificate is checked for the host name, and the name is sent", async () => {
    const host = `hooks.example:${server.port}`;
    const answer = await send(`https://${host}/`, { authorities });
    expect(answer).toMatchObject({ kind: "answered", status: 200, body: host });
  });

  test.each(["other.example", "127.0.0.1"])(
    "a certificate for another name than %s is refused",
    async (host) => {
      const answer = await send(`https://${host}:${server.port}/`, { authorities });
      expect(answer).toEqual(failed("does not match certificate's altnames"));
    },
  );

  test("a certificate of nobody known is refused", async () => {
    const answer = await send(`https://hooks.example:${server.port}/`);
    expect(answer).toEqual(failed("self signed certificate"));
  });

  test("the environment names no proxy, and does not end the check of certificates", async () => {
    await using proxy = await RawReceiver.listen((socket) => socket.end(ok));
    await using receiver = await RawReceiver.listen((socket) => socket.end(ok));
    const program = `
      import { sendToTarget } from ${JSON.stringify(join(import.meta.dir, "../../../src/webhooks/targets/send-to-target.ts"))};
      const allowed = [{ address: "127.0.0.1", bits: 32 }];
      for (const url of ["http://127.0.0.1:${receiver.port}/", "https://127.0.0.1:${server.port}/"]) {
        const answer = await sendToTarget({ url, allowed, headers: {}, body: "" });
        console.log(answer.status ?? answer.reason);
      }`;
    const url = `http://127.0.0.1:${proxy.port}`;
    const child = Bun.spawn([process.execPath, "--no-env-file", "-e", program], {
      env: {
        ...{ HTTP_PROXY: url, http_proxy: url, HTTPS_PROXY: url, https_proxy: url, ALL_PROXY: url },
        NODE_TLS_REJECT_UNAUTHORIZED: "0",
      },
      stderr: "ignore",
    });
    expect(await child.stdout.text()).toBe("200\nself signed certificate\n");
    expect([proxy.received.length, receiver.received.length]).toEqual([0, 1]);
  });
});
