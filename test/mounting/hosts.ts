import { type AnyElysia, Elysia, type ElysiaConfig } from "elysia";
import type { Mountable } from "gatehouse-flags";

/** A server that the library is mounted in. */
export interface RunningHost {
  /** Sends a request to a path of the whole server. */
  send(path: string, init?: RequestInit): Promise<Response>;
  stop(): Promise<void>;
}

/** Registers a host's web UI, at a path that is a prefix of the API's. */
type RegisterUi = (app: AnyElysia) => AnyElysia;

export const uiText = "<!doctype html><title>UI</title>";
const html = () => new Response(uiText, { headers: { "content-type": "text/html" } });

export const uis: [name: string, registerUi: RegisterUi][] = [
  ["a UI by GET", (app) => app.get("/flipper", html).get("/flipper/*", html)],
  ["a UI by every method", (app) => app.all("/flipper", html).all("/flipper/*", html)],
];

type ElysiaSettings = ElysiaConfig<"">;

/** Settings of a host with which Elysia routes, matches or compiles differently. */
export const settings: [name: string, settings: ElysiaSettings][] = [
  ["defaults", {}],
  ["systemRouter off", { systemRouter: false }],
  ["aot off", { aot: false }],
  ["systemRouter on", { systemRouter: true }],
  ["strictPath", { strictPath: true }],
  ["precompiled", { precompile: true }],
];

/** Registers hooks of a host. The type of `new Elysia()` differs from the default type `Elysia`. */
export type Hooks = (app: ReturnType<typeof bareApp>) => AnyElysia;
const bareApp = () => new Elysia();

/** Whether the API is registered after the UI or before it. */
export const orders = ["after", "before"] as const;

/** Returns the host's app; `hooks` are registered first. */
export function hostApp(
  api: Mountable,
  options: {
    readonly settings?: ElysiaSettings;
    readonly registerUi?: RegisterUi;
    readonly order?: (typeof orders)[number];
    readonly hooks?: Hooks;
  } = {},
): AnyElysia {
  const app = new Elysia(options.settings);
  const hooked: AnyElysia = options.hooks?.(app) ?? app;
  const registerUi: RegisterUi = options.registerUi ?? ((bare) => bare);
  return options.order === "after" ? registerUi(hooked).use(api) : registerUi(hooked.use(api));
}

/** Runs the app without a network. */
function runInProcess(app: AnyElysia): RunningHost {
  return {
    send: async (path, init) => app.handle(new Request(`http://localhost${path}`, init)),
    stop: async () => undefined,
  };
}

/** Runs the app on a free port with Elysia's `listen`. */
function runListening(app: AnyElysia): RunningHost {
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

export const runners: [name: string, run: (app: AnyElysia) => RunningHost][] = [
  ["handle", runInProcess],
  ["listen", runListening],
];
