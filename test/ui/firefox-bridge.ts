/**
 * Firefox as Playwright starts it. Playwright sends a command that Firefox ESR does not know yet.
 * This program forwards all other messages, and answers that command itself.
 */

import type { Server } from "bun";

const unknownMethod = "emulation.setMediaFeaturesOverride";
const listening = /WebDriver BiDi listening on (?<url>ws:\/\/\S+)/;
const messageBytesMax = 64 * 1024 * 1024;

interface Link {
  readonly firefox: WebSocket;
  readonly opened: Promise<void>;
}

let firefoxUrl = "";

const server: Server<Link> = Bun.serve<Link>({
  hostname: "127.0.0.1",
  port: 0,
  fetch: (request) => {
    const firefox = new WebSocket(firefoxUrl + new URL(request.url).pathname);
    const { promise: opened, resolve } = Promise.withResolvers<void>();
    firefox.addEventListener("open", () => resolve());
    return server.upgrade(request, { data: { firefox, opened } })
      ? undefined
      : new Response(null, { status: 400 });
  },
  websocket: {
    maxPayloadLength: messageBytesMax,
    idleTimeout: 0,
    open: (playwright) => {
      const { firefox } = playwright.data;
      firefox.addEventListener("message", ({ data }) => void playwright.send(String(data)));
      firefox.addEventListener("close", () => playwright.close());
    },
    message: async (playwright, message) => {
      const { id, method }: { id: number; method: string } = JSON.parse(String(message));
      if (method === unknownMethod) {
        playwright.send(JSON.stringify({ type: "success", id, result: {} }));
      } else {
        await playwright.data.opened;
        playwright.data.firefox.send(String(message));
      }
    },
    // Also when the process of the tests was killed.
    close: () => firefox.kill(),
  },
});

const firefox = Bun.spawn(["/usr/bin/firefox-esr", ...process.argv.slice(2)], {
  stdout: "ignore",
  stderr: "pipe",
});
const decoder = new TextDecoder();
for await (const chunk of firefox.stderr) {
  const text = decoder.decode(chunk, { stream: true });
  firefoxUrl = listening.exec(text)?.groups?.url ?? firefoxUrl;
  process.stderr.write(
    text.replace(listening, `WebDriver BiDi listening on ws://127.0.0.1:${server.port}`),
  );
}
process.exit(await firefox.exited);
