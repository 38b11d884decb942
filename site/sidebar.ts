import { pages } from "./pages.ts";

const groups = [
  "Start",
  "Connect your application",
  "Run the server",
  "Change features",
  "Reference",
  "Contribute",
];

/** The groups of pages at the side, in the order in which a reader needs them. */
export const sidebar = groups.map((label) => ({
  label,
  collapsed: label === "Reference" || label === "Contribute",
  items: pages
    .filter(({ group }) => group === label)
    .map(({ slug }) => (slug === "index" ? { label: "What it is", link: "/" } : slug)),
}));
