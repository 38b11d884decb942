import type { TlsFiles } from "../config/config.ts";
import { readTlsFiles } from "../config/read-tls-files.ts";
import type { Log } from "../http/log/log.ts";
import { startCertificateReload } from "./certificate-reload.ts";
import type { Listening } from "./listen.ts";

export interface HangupOptions {
  readonly tls: TlsFiles | undefined;
  readonly listening: Pick<Listening, "useCertificate">;
  readonly log: Log;
  /** Node's `process`. */
  readonly signals: {
    readonly stdout: { readonly isTTY?: boolean };
    on(signal: "SIGHUP", run: () => void): unknown;
    off(signal: "SIGHUP", run: () => void): unknown;
  };
}

/**
 * Reads the TLS certificate again at SIGHUP, and when its files change, until it is stopped. Without
 * TLS, SIGHUP ends a server that runs in a terminal, as usual. A service manager sends SIGHUP to
 * reload, so such a server goes on.
 */
export async function handleHangups(
  options: HangupOptions,
): Promise<{ readonly stop: () => Promise<void> }> {
  const { tls, listening, log, signals } = options;
  if (tls === undefined && signals.stdout.isTTY === true) {
    return { stop: () => Promise.resolve() };
  }
  const certificates =
    tls === undefined
      ? undefined
      : await startCertificateReload({
          files: [tls.certificateFile, tls.keyFile],
          read: () => readTlsFiles(tls),
          use: listening.useCertificate,
          log,
        });
  const reload = () =>
    certificates === undefined ? log.info("nothing to reload") : void certificates.reload();
  signals.on("SIGHUP", reload);
  return {
    async stop() {
      signals.off("SIGHUP", reload);
      await certificates?.stop();
    },
  };
}
