import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { freePort } from "../helpers/free-port.ts";

const packagingDirectory = join(import.meta.dir, "../../packaging");
/** What the files of packaging/ say about the server and the two hosts. */
const documentedUpstream = "127.0.0.1:8080";
const deadlineMs = 90_000;

const caddyCommand = (file: string) => (directory: string) => [
  ...["caddy", "run", "--adapter", "caddyfile", "--config", join(directory, file)],
];
const caddySite = (host: string, port: number, directory: string) =>
  `https://${host}:${port} {\n\tbind 127.0.0.1\n\ttls ${directory}/proxy.crt ${directory}/proxy.key`;
const caddyOptions = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n";

export const proxies = {
  nginx: {
    program: "nginx",
    file: "nginx.conf",
    command: (directory: string) => ["nginx", "-p", directory, "-c", join(directory, "main.conf")],
    /** The host names stay, so that requests choose the block; the port and the files change. */
    adapted: (text: string, port: number, directory: string) =>
      text
        .replaceAll("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
        .replaceAll(/\/etc\/ssl\/\w+\/\S+\.(crt|key)/g, `${directory}/proxy.$1`),
  },
  caddy: {
    program: "caddy",
    file: "Caddyfile",
    command: caddyCommand("Caddyfile"),
    adapted: (text: string, port: number, directory: string) =>
      caddyOptions +
      text.replaceAll(/^(\S+\.example) \{$/gm, (_, host) => caddySite(host, port, directory)),
  },
  "caddy of a cluster": {
    program: "caddy",
    file: "cluster.Caddyfile",
    command: caddyCommand("cluster.Caddyfile"),
    adapted: (text: string, port: number, directory: string) =>
      caddyOptions +
      text
        .replace(/^\{\$GATEHOUSE_SITE:localhost\} \{$/m, () =>
          caddySite("toggles.example", port, directory),
        )
        .replace(/(gatehouse-\d:8080 ?)+/, `${documentedUpstream} `),
  },
} as const;

const nginxMain = `
daemon off;
master_process off;
pid nginx.pid;
error_log stderr warn;
events {}
http {
    access_log off;
    client_body_temp_path body;
    proxy_temp_path answers;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    include nginx.conf;
}
`;

/** A Debian program may be in a directory that only root has in its PATH. */
const path = `${process.env.PATH ?? ""}:/usr/sbin`;

export function isInstalled(name: keyof typeof proxies): boolean {
  return Bun.which(proxies[name].program, { PATH: path }) !== null;
}

/** A proxy with its file of packaging/, in front of one server. Stopped with `stop`. */
export class ProxyProcess {
  readonly port: number;
  readonly certificate: string;
  readonly #directory: TemporaryDirectory;
  readonly #child: Bun.Subprocess;

  private constructor(
    directory: TemporaryDirectory,
    child: Bun.Subprocess,
    port: number,
    certificate: string,
  ) {
    this.#directory = directory;
    this.#child = child;
    this.port = port;
    this.certificate = certificate;
  }

  /** `upstream` is the `host:port` of the server. */
  static async start(name: keyof typeof proxies, upstream: string): Promise<ProxyProcess> {
    const { file, command, adapted } = proxies[name];
    const directory = new TemporaryDirectory();
    await chmod(directory.path, 0o755);
    const port = await freePort();
    const text = await Bun.file(join(packagingDirectory, file)).text();
    const config = adapted(text, port, directory.path).replaceAll(documentedUpstream, upstream);
    await Bun.write(join(directory.path, file), config);
    await Bun.write(join(directory.path, "main.conf"), nginxMain);
    const certificate = await makeCertificate(directory.path);
    const child = Bun.spawn(command(directory.path), {
      cwd: directory.path,
      env: { PATH: path, HOME: directory.path },
      stdin: "ignore",
      stdout: "ignore",
      stderr: Bun.file(join(directory.path, "log")),
    });
    const proxy = new ProxyProcess(directory, child, port, certificate);
    await proxy.#untilListening();
    return proxy;
  }

  async #untilListening(): Promise<void> {
    const deadline = performance.now() + deadlineMs;
    for (;;) {
      try {
        const socket = await Bun.connect({
          hostname: "127.0.0.1",
          port: this.port,
          socket: { data: () => undefined },
        });
        socket.end();
        return;
      } catch (error) {
        if (this.#child.exitCode !== null || performance.now() > deadline) {
          const log = await Bun.file(join(this.#directory.path, "log")).text();
          await this.stop();
          throw new Error(`the proxy does not listen: ${log}`, { cause: error });
        }
        await Bun.sleep(20);
      }
    }
  }

  async stop(): Promise<void> {
    this.#child.kill("SIGTERM");
    await this.#child.exited;
    this.#directory[Symbol.dispose]();
  }
}

/** Writes `proxy.crt` and `proxy.key` for both hosts; returns the certificate. */
async function makeCertificate(directory: string): Promise<string> {
  const names = "subjectAltName=DNS:toggles.example,DNS:www.example";
  await Bun.$`openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=proxy -addext ${names} -keyout proxy.key -out proxy.crt`
    .cwd(directory)
    .quiet();
  return Bun.file(join(directory, "proxy.crt")).text();
}
