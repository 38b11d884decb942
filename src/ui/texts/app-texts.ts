export const appTexts = {
  nav: {
    label: "Pages",
    features: "Features",
    environments: "Environments",
    audits: "Audits",
    telemetry: "Telemetry",
    settings: "Settings",
  },

  app: {
    skip: "Skip to the content",
    openMenu: "Open the menu",
    goTo: "Go to",
    goToHint: "A feature, a page, an environment",
    paletteKeys: "Ctrl K",
    nothingFound: "Nothing has this name.",
    switchTo: "Switch to {name}",
    connectionLost: "The connection to the server is lost. This page may be outdated.",
    readOnly: {
      flag: "This server was started with --read-only-ui: nothing can be changed here.",
      open_address:
        "Anyone who reaches this address sees this page, so nothing can be changed here. Start the server with --basic-auth, or with --open-ui.",
    },
    theme: { system: "Use the system's colours", light: "Light colours", dark: "Dark colours" },
    mode: { hosted: "Hosted", mountable: "No sign-in" },
    shortcuts: "Keyboard shortcuts",
    account: "Your account",
    signOut: "Sign out",
  },

  shortcuts: [
    { keys: ["/"], does: "Search" },
    { keys: ["Ctrl", "K"], does: "Go to a feature, a page or an environment" },
    { keys: ["j", "k"], does: "Next and previous feature" },
    { keys: ["Enter"], does: "Open the feature" },
    { keys: ["e"], does: "Enable or disable the feature for everyone" },
    { keys: ["n"], does: "New feature" },
    { keys: ["?"], does: "Show this list" },
  ],
} as const;
