import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";
import { base, origin, repositoryUrl } from "./address.ts";
import { sidebar } from "./sidebar.ts";

export default defineConfig({
  site: origin,
  base,
  outDir: "../build/site",
  trailingSlash: "always",
  integrations: [
    starlight({
      title: "Gatehouse",
      description: "Feature flags on your own server, in one file.",
      favicon: "/favicon.svg",
      social: [{ icon: "github", label: "Source code", href: repositoryUrl }],
      sidebar: [...sidebar],
      expressiveCode: { defaultProps: { wrap: true } },
      customCss: ["./src/style.css"],
    }),
  ],
});
