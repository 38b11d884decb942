const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const special = /[&<>"']/g;

/** Text for an HTML attribute in quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(special, (character) => entities[character] ?? "");
}
