import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect, type TLSSocket } from "node:tls";
import { ConfigError } from "../../src/config/config-error.ts";
import { readTlsFiles } from "../../src/config/read-tls-files.ts";
import { createLog } from "../../src/http/log/log.ts";
import { startCertificateReload } from "../../src/server/certificate-reload.ts";
import { type Listening, listen } from "../../src/server/listen.ts";
import { run, ServerProcess, testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

let directory: TemporaryDirectory;
const at = (name: string) => join(directory.path, name);
const texts = (name: string) =>
  readTlsFiles({ certificateFile: at(`${name}.crt`), keyFile: at(`${name}.key`) });

/** The key algorithms of the certificates, each of which has suites of its own. */
const algorithms = {
  "ec.example": ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"],
  "rsa.example": ["rsa:2048"],
} as const;
type Certificate = keyof typeof algorithms;

beforeAll(() => {
  directory = new TemporaryDirectory();
  for (const [name, algorithm] of Object.entries(algorithms)) {
    const made = Bun.spawnSync([
      ...["openssl", "req", "-x509", "-nodes", "-subj", `/CN=${name}`, "-newkey", ...algorithm],
      ...["-keyout", at(`${name}.key`), "-out", at(`${name}.crt`)],
    ]);
    expect(made.exitCode).toBe(0);
  }
});
afterAll(() => directory[Symbol.dispose]());

/** Connects; rejects if the handshake fails. */
async function secured(port: number, suites?: string): Promise<TLSSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
  const socket = connect({
    ...{ host: "127.0.0.1", port, rejectUnauthorized: false },
    ...(suites === undefined ? {} : { ciphers: suites, maxVersion: "TLSv1.2" as const }),
  });
  socket.once("secureConnect", () => resolve(socket));
  socket.once("error", reject);
  return await promise;
}

async function commonName(port: number): Promise<string> {
  const socket = await secured(port);
  const { subject } = socket.getPeerCertificate();
  socket.destroy();
  return String(subject.CN);
}

function portOf({ url }: { readonly url: string }): number {
  return Number(new URL(url).port);
}

async function listening(name: Certificate, answer = () => new Response("answered")) {
  const tls = await texts(name);
  return listen({ host: "127.0.0.1", port: 0, tls, fetch: async () => answer() });
}

describe("a server with the certificate", () => {
  const offered: readonly (readonly [Certificate, string, boolean])[] = [
    ["rsa.example", "ECDHE-RSA-AES128-GCM-SHA256", true],
    ["rsa.example", "ECDHE-RSA-AES256-GCM-SHA384", true],
    ["rsa.example", "ECDHE-RSA-CHACHA20-POLY1305", true],
    ["rsa.example", "ECDHE-RSA-AES128-SHA", false],
    ["rsa.example", "ECDHE-RSA-AES256-SHA", false],
    ["rsa.example", "AES128-SHA", false],
    ["rsa.example", "AES256-SHA", false],
    ["rsa.example", "AES128-GCM-SHA256", false],
    ["ec.example", "ECDHE-ECDSA-AES128-GCM-SHA256", true],
    ["ec.example", "ECDHE-ECDSA-AES128-SHA", false],
    ["ec.example", "ECDHE-ECDSA-AES256-SHA", false],
  ];

  test.each(offered)("%s and the suite %s: %p", async (name, suite, isOffered) => {
    const server = await listening(name);
    const connected = secured(portOf(server), suite).then((socket) => {
      const cipher = socket.getCipher().name;
      socket.destroy();
      return cipher;
    });
    if (isOffered) {
      expect(await connected).toBe(suite);
    } else {
      await expect(connected).rejects.toThrow();
    }
    await server.stop();
  });

  test("on a port that another server shares is refused", async () => {
    using other = Bun.serve({
      ...{ hostname: "127.0.0.1", port: 0, reusePort: true },
      fetch: () => new Response(),
    });
    const tls = await texts("ec.example");
    const start = () =>
      listen({ host: "127.0.0.1", port: other.port ?? 0, tls, fetch: async () => new Response() });
    expect(start).toThrow(ConfigError);
  });
});

describe("another certificate", () => {
  test("is used for new connections, and a request under way is answered", async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const { promise: mayAnswer, resolve: allow } = Promise.withResolvers<void>();
    const tls = await texts("ec.example");
    const server = listen({
      ...{ host: "127.0.0.1", port: 0, tls },
      async fetch() {
        arrive();
        await mayAnswer;
        return new Response("answered");
      },
    });
    const underWay = fetch(server.url, { tls: { rejectUnauthorized: false } });
    await arrived;
    server.useCertificate(await texts("rsa.example"));
    for (let attempt = 0; attempt < 8; attempt++) {
      expect(await commonName(portOf(server))).toBe("rsa.example");
    }
    allow();
    expect(await (await underWay).text()).toBe("answered");
    await server.stop();
    await expect(secured(portOf(server))).rejects.toThrow();
  });

  test("that cannot be used changes nothing", async () => {
    const server = await listening("ec.example");
    const { cert } = await texts("ec.example");
    const { key } = await texts("rsa.example");
    expect(() => server.useCertificate({ cert, key })).toThrow();
    expect(await commonName(portOf(server))).toBe("ec.example");
    await server.stop();
  });
});

/** A server whose certificate is read again from `used.crt` and `used.key`, and its log. */
async function reloading(): Promise<{
  server: Listening;
  logged: string[];
  stop(): Promise<void>;
}> {
  put("ec.example");
  const files = { certificateFile: at("used.crt"), keyFile: at("used.key") };
  const server = listen({
    ...{ host: "127.0.0.1", port: 0, tls: await readTlsFiles(files) },
    fetch: async () => new Response(),
  });
  const logged: string[] = [];
  const log = createLog({
    ...{ level: "info", format: "json", now: () => 0 },
    write: (line) => void logged.push(JSON.parse(line).message),
  });
  const reload = await startCertificateReload({
    files: [files.certificateFile, files.keyFile],
    read: () => readTlsFiles(files),
    use: server.useCertificate,
    log,
    pollMs: 5,
  });
  return {
    server,
    logged,
    async stop() {
      await reload.stop();
      await server.stop();
    },
  };
}

function put(name: Certificate): void {
  copyFileSync(at(`${name}.crt`), at("used.crt"));
  copyFileSync(at(`${name}.key`), at("used.key"));
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) {
    await Bun.sleep(5);
  }
}

test("changed files are read again without a signal, once, and bad ones keep the certificate", async () => {
  const { server, logged, stop } = await reloading();
  writeFileSync(at("used.crt"), "no certificate");
  await until(() => logged.length === 1);
  expect(logged).toEqual(["certificate not reloaded"]);
  expect(await commonName(portOf(server))).toBe("ec.example");
  put("rsa.example");
  await until(() => logged.length === 2);
  expect(await commonName(portOf(server))).toBe("rsa.example");
  // Many polls later, unchanged files have not been read again.
  await Bun.sleep(60);
  expect(logged).toEqual(["certificate not reloaded", "certificate reloaded"]);
  await stop();
});

describe("SIGHUP", () => {
  const env = { GATEHOUSE_TLS_CERT: "used.crt", GATEHOUSE_TLS_KEY: "used.key" };

  /** Starts a server, puts files in the place of its certificate, and sends the signal. */
  async function hungUp(data: string, replace: () => void): Promise<ServerProcess> {
    put("ec.example");
    const options = { cwd: directory.path, variables: env };
    const server = await ServerProcess.start(testedProgram, at(data), options);
    expect(await commonName(portOf(server))).toBe("ec.example");
    replace();
    server.signal("SIGHUP");
    return server;
  }

  test("reads the certificate again", async () => {
    using server = await hungUp("good", () => put("rsa.example"));
    // A connection that is opened at the moment of the change may be closed.
    while ((await commonName(portOf(server)).catch(() => "")) !== "rsa.example") {
      await Bun.sleep(5);
    }
    server.signal("SIGTERM");
    const { code, err } = await server.ended();
    expect(code).toBe(0);
    expect(err).toContain(" info certificate reloaded\n");
  });

  test("with bad files keeps the certificate, and is an error in the log", async () => {
    using server = await hungUp("bad", () => writeFileSync(at("used.key"), "no key"));
    expect(await commonName(portOf(server))).toBe("ec.example");
    server.signal("SIGTERM");
    const { code, err } = await server.ended();
    expect(code).toBe(0);
    expect(err).toMatch(
      / error certificate not reloaded reason="--tls-key names a file that holds/,
    );
  });

  test("does not end a service without TLS", async () => {
    using server = await ServerProcess.start(testedProgram, at("plain"));
    server.signal("SIGHUP");
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    server.signal("SIGTERM");
    const { code, err } = await server.ended();
    expect(code).toBe(0);
    expect(err).toContain(" info nothing to reload\n");
  });

  test("of files that are missing at the start does not help: the start ends with code 2", async () => {
    const variables = { ...env, GATEHOUSE_TLS_KEY: "none.key" };
    const args = ["serve", "--port", "0", "--data", at("none")];
    const ended = await run(testedProgram, args, { cwd: directory.path, variables });
    expect(ended).toMatchObject({ code: 2, out: "" });
  });
});
