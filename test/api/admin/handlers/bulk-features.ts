import { startUi, type UiPage, type UiServer } from "../web-ui-server.ts";

export const bulk = "POST /environments/:environment/bulk" as const;
export const bulkPreview = "POST /environments/:environment/bulk/preview" as const;
const undo = "POST /environments/:environment/audits/:audit/undo" as const;
const undoPreview = "POST /environments/:environment/audits/:audit/undo-preview" as const;

export const keys = ["cart", "pay", "search"];

interface Started extends AsyncDisposable {
  readonly server: UiServer;
  readonly page: UiPage;
  /** The id of an environment that mirrors Production. */
  readonly staging: number;
}

export async function startWithFeatures(names: readonly string[] = keys): Promise<Started> {
  const server = await startUi();
  const page = await server.page("admin");
  for (const key of names) {
    await page.answer("POST /environments/:environment/features", {
      params: { environment: 1 },
      body: { key },
    });
  }
  const { environment } = await page.answer("POST /environments", { body: { name: "Staging" } });
  return {
    server,
    page,
    staging: environment.id,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

export const change = (page: UiPage, environment: number, body: object) =>
  page.answer(bulk, { params: { environment }, body });
export const preview = (page: UiPage, environment: number, body: object) =>
  page.answer(bulkPreview, { params: { environment }, body });

/** The state of each feature. */
export async function statesIn(page: UiPage, environment: number) {
  const { features } = await page.answer("GET /environments/:environment/features", {
    params: { environment },
  });
  return Object.fromEntries(features.map(({ key, state }) => [key, state]));
}

export async function undoStep(
  page: UiPage,
  environment: number,
  audit: number | null,
  typed: string,
) {
  const params = { environment, audit: audit ?? 0 };
  const { tag } = await page.answer(undoPreview, { params, body: { to: "before" } });
  await page.answer(undo, { params, body: { to: "before", tag, typed } });
}
