import { type AnyElysia, Elysia, type ElysiaConfig } from "elysia";
import type { Mountable } from "gatehouse";

/** A server that the library is mounted in. */
export interface RunningHost {
  /** Sends a request to a path of the whole server. */
  send(path: string, init?: RequestInit): Promise<Response>;
  stop(): Promise<void>;
}

/** How a host registers its web UI, at a path that is a prefix of the API's. */
export type Companion = (app: AnyElysia) => AnyElysia;

export const uiText = "<!doctype html><title>UI</title>";
const html = () => new Response(uiText, { headers: { "content-type": "text/html" } });

export const companions: [name: string, companion: Companion][] = [
  ["a UI by GET", (app) => app.get("/flipper", html).get("/flipper/*", html)],
  ["a UI by every method", (app) => app.all("/flipper", html).all("/flipper/*", html)],
];

type ElysiaSettings = ElysiaConfig<"">;

/** Settings of a host's own that route, match or compile differently. */
export const settings: [name: string, settings: ElysiaSettings][] = [
  ["as it comes", {}],
  ["systemRouter off", { systemRouter: false }],
  ["aot off", { aot: false }],
  ["systemRouter on", { systemRouter: true }],
  ["strictPath", { strictPath: true }],
  ["precompiled", { precompile: true }],
];

/** What a host has of its own; a class's default type is not what its constructor infers. */
export type Hooks = (app: ReturnType<typeof bareApp>) => AnyElysia;
const bareApp = () => new Elysia();

/** Registered after the UI, or before it. */
export const orders = ["after", "before"] as const;

/** The host's app; `hooks` come before everything that is registered. */
export function hostApp(
  api: Mountable,
  options: {
    readonly settings?: ElysiaSettings;
    readonly companion?: Companion;
    readonly order?: (typeof orders)[number];
    readonly hooks?: Hooks;
  } = {},
): AnyElysia {
  const app = new Elysia(options.settings);
  const hooked: AnyElysia = options.hooks?.(app) ?? app;
  const companion: Companion = options.companion ?? ((bare) => bare);
  return options.order === "after" ? companion(hooked).use(api) : companion(hooked.use(api));
}

/** The app without a network. */
export function handled(app: AnyElysia): RunningHost {
  return {
    send: async (path, init) => app.handle(new Request(`http://localhost${path}`, init)),
    stop: async () => undefined,
  };
}

/** The app on a port of its own, as Elysia listens by itself. */
export function listened(app: AnyElysia): RunningHost {
  app.listen({ hostname: "127.0.0.1", port: 0 });
  const { server } = app;
  if (server === null) {
    throw new Error("the app does not listen");
  }
  return {
    send: (path, init) => fetch(`http://127.0.0.1:${server.port}${path}`, init),
    stop: () => server.stop(true),
  };
}

export const ways: [name: string, run: (app: AnyElysia) => RunningHost][] = [
  ["handle", handled],
  ["listen", listened],
];
