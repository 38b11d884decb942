import type { Gatehouse } from "../gatehouse.ts";
import { apiPrefix, authorized } from "../gatehouse.ts";
import { NotMeasurable } from "./attack.ts";
import { asForm } from "./hostile-client.ts";

/** Creates a preview environment and gives its token, which may write there. */
export async function createPreview(server: Gatehouse, name: string): Promise<string> {
  const response = await fetch(`${server.origin}${apiPrefix}/environments`, {
    method: "POST",
    headers: { ...authorized, ...asForm },
    body: new URLSearchParams({ name }).toString(),
  });
  if (!response.ok) {
    throw new NotMeasurable(`preparing it: POST /environments was answered ${response.status}`);
  }
  const created: { readonly token: { readonly value: string } } = JSON.parse(await response.text());
  return created.token.value;
}

export async function createPreviews(server: Gatehouse, count: number): Promise<readonly string[]> {
  const tokens: string[] = [];
  for (let nth = 0; nth < count; nth++) {
    tokens.push(await createPreview(server, `Preview ${nth}`));
  }
  return tokens;
}
