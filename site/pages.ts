export interface SitePage {
  /** The file, from the root of the repository. */
  readonly file: string;
  readonly slug: string;
  /** The group at the side. */
  readonly group: string;
}

const guides = {
  Start: ["try-it", "web-ui", "roll-out"],
  "Connect your application": ["rails", "node", "browser", "python-go-java", "tests"],
  "Run the server": ["one-machine", "docker", "kubernetes", "monitoring", "migrate"],
  "Change features": [
    "change-in-web-ui",
    "web-ui-rollouts",
    "approvals",
    "web-ui-access",
    "web-ui-keys",
  ],
};

const reference = {
  "Change features": ["flags-as-code", "rollouts", "governance", "webhooks", "mcp"],
  Reference: [
    ...["cli", "api", "admin-api", "clients", "client", "library", "openfeature", "migrate"],
    ...["operations", "deployment", "cluster", "reliability", "security", "performance"],
  ],
  Contribute: ["architecture", "internals", "ui", "decisions"],
};

/** All pages of the site, in the order of the sidebar. */
export const pages: readonly SitePage[] = [
  { file: "README.md", slug: "index", group: "Start" },
  ...listed(guides, "docs/guides", "guides"),
  ...listed(reference, "docs", "reference"),
  { file: "CONTRIBUTING.md", slug: "reference/contributing", group: "Contribute" },
  { file: "CHANGELOG.md", slug: "reference/changelog", group: "Reference" },
  { file: "SECURITY.md", slug: "reference/reporting", group: "Contribute" },
];

function listed(
  groups: Readonly<Record<string, readonly string[]>>,
  directory: string,
  prefix: string,
): readonly SitePage[] {
  return Object.entries(groups).flatMap(([group, names]) =>
    names.map((name) => ({ file: `${directory}/${name}.md`, slug: `${prefix}/${name}`, group })),
  );
}
