import { getCollection } from "astro:content";
import { origin } from "../../address.ts";

/** A list of all pages as Markdown, for language models. */
export async function GET(): Promise<Response> {
  const pages = await getCollection("docs");
  const lines = pages.map(({ id, data }) => {
    const address = new URL(`${import.meta.env.BASE_URL}${id === "" ? "index" : id}.md`, origin);
    return `- [${data.title}](${address}): ${data.description ?? data.title}`;
  });
  const text = [
    "# Gatehouse",
    "",
    "> Feature flags on your own server, in one file.",
    "",
    "## Pages",
    "",
    ...lines.sort(),
    "",
  ];
  return new Response(text.join("\n"), {
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}
