import type { TlsTexts } from "../config/read-tls-files.ts";
import { describeError } from "../core/text/describe-error.ts";
import type { Log } from "../http/log/log.ts";

export interface CertificateReloadOptions {
  /** The files to watch. */
  readonly files: readonly string[];
  /** Rejects if the files cannot be used. */
  readonly read: () => Promise<TlsTexts>;
  /** Uses a certificate for new connections. */
  readonly use: (texts: TlsTexts) => void;
  readonly log: Log;
  /** The interval of the checks; 10 seconds unless given. */
  readonly pollMs?: number;
}

export interface CertificateReload {
  /**
   * Reads the files again immediately. Resolves when they are in use, or after the log has the
   * reason.
   */
  reload(): Promise<void>;
  stop(): Promise<void>;
}

const pollMsDefault = 10_000;

/**
 * Reads the certificate again when its files change, until it is stopped. If the files cannot be
 * used, it logs an error and keeps the earlier certificate. It polls the files, because tools replace
 * them in place, with a new file, or with another link target.
 */
export async function startCertificateReload(
  options: CertificateReloadOptions,
): Promise<CertificateReload> {
  const { files, read, use, log, pollMs = pollMsDefault } = options;
  let handled = await fingerprint(files);
  let seen = handled;
  let last: Promise<void> = Promise.resolve();

  async function apply(): Promise<void> {
    handled = await fingerprint(files);
    try {
      use(await read());
      log.info("certificate reloaded");
    } catch (error) {
      log.error("certificate not reloaded", { reason: describeError(error) });
    }
  }

  /** A tool writes the two files one after the other, so a change must be stable before it applies. */
  async function applyIfChanged(): Promise<void> {
    const earlier = seen;
    seen = await fingerprint(files);
    if (seen !== handled && seen === earlier) {
      await apply();
    }
  }

  const enqueue = (work: () => Promise<void>) => {
    last = last.then(work);
    return last;
  };
  const timer = setInterval(() => void enqueue(applyIfChanged), pollMs);
  timer.unref();
  return {
    reload: () => enqueue(apply),
    async stop() {
      clearInterval(timer);
      await last;
    },
  };
}

/** Differs after every usual change of the files, also if a link has another target. */
async function fingerprint(files: readonly string[]): Promise<string> {
  const parts = await Promise.all(
    files.map(async (file) => {
      try {
        const { dev, ino, size, mtimeMs } = await Bun.file(file).stat();
        return [dev, ino, size, mtimeMs].join(" ");
      } catch {
        return "missing";
      }
    }),
  );
  return parts.join("\n");
}
