import { type CollectionEntry, getCollection } from "astro:content";

interface Page {
  readonly entry: CollectionEntry<"docs">;
}

export async function getStaticPaths() {
  const entries = await getCollection("docs");
  return entries.map((entry) => ({
    params: { page: entry.id === "" ? "index" : entry.id },
    props: { entry },
  }));
}

/** A page as Markdown. */
export function GET({ props }: { readonly props: Page }): Response {
  const { data, body = "" } = props.entry;
  return new Response(`# ${data.title}\n\n${body}`, {
    headers: { "content-type": "text/markdown; charset=utf-8" },
  });
}
