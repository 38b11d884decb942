export const appTexts = {
  nav: {
    label: "Pages",
    features: "Features",
    actors: "Actors",
    help: "Help",
    requests: "Requests",
    environments: "Environments",
    audits: "Audits",
    telemetry: "Telemetry",
    settings: "Settings",
  },

  app: {
    skip: "Skip to the content",
    openMenu: "Open the menu",
    goTo: "Go to",
    goToHint: "A feature, an actor, a page or an action",
    paletteKeys: "Ctrl K",
    switchTo: "Switch to {name}",
    connectionLost: "No connection since {time}. You see the state of then; drafts are kept.",
    viewOnly: {
      text: "You can look, not change.",
      ask: "Ask for access",
      askText: "Your role is Viewer. An owner can change it in Settings, Members:",
    },
    readOnly: {
      flag: "This server was started with --read-only-ui: nothing can be changed here.",
      open_address:
        "Anyone who reaches this address sees this page, so nothing can be changed here. Start the server with --basic-auth, or with --open-ui.",
    },
    theme: { system: "Use the system's colours", light: "Light colours", dark: "Dark colours" },
    mode: { hosted: "Hosted", mountable: "No sign-in" },
    live: {
      live: "Changes of others appear immediately",
      connecting: "Connecting",
      lost: "The connection is lost",
    },
    shortcuts: "Keyboard shortcuts",
    documentation: "Documentation",
    account: "Your account",
    signOut: "Sign out",
  },

  shortcuts: {
    letters: "Keys without Ctrl or Alt",
    lettersHint: "Turn them off if you speak to your computer or use a screen reader's keys.",
    groups: [
      {
        title: "Anywhere",
        rows: [
          { keys: ["Ctrl", "K"], does: "Go to a feature, an actor, a page or an action" },
          { keys: ["/"], does: "Search" },
          { keys: ["n"], does: "New feature" },
          { keys: ["Ctrl", "Z"], does: "Undo your last change" },
          { keys: ["?"], does: "Show this list" },
          { keys: ["Esc"], does: "Close the innermost dialog, field or selection" },
        ],
      },
      {
        title: "Go to",
        rows: [
          { keys: ["g", "f"], does: "Features" },
          { keys: ["g", "a"], does: "Actors" },
          { keys: ["g", "r"], does: "Requests" },
          { keys: ["g", "l"], does: "Audits" },
          { keys: ["g", "u"], does: "Telemetry" },
          { keys: ["g", "e"], does: "Environments" },
          { keys: ["g", "t"], does: "Tokens of the environment" },
          { keys: ["g", "s"], does: "Settings" },
        ],
      },
      {
        title: "Lists",
        rows: [
          { keys: ["j", "k", "↑", "↓"], does: "Next and previous row" },
          { keys: ["Enter"], does: "Open the row" },
          { keys: ["x"], does: "Select the row" },
          { keys: ["Shift", "X"], does: "Select up to this row" },
          { keys: ["Ctrl", "A"], does: "Select all rows" },
          { keys: ["f"], does: "Add a filter" },
          { keys: ["e"], does: "Enable or disable the feature for everyone" },
        ],
      },
      {
        title: "Feature",
        rows: [
          { keys: ["1", "–", "9"], does: "Open an environment" },
          { keys: ["p"], does: "Percentage of actors" },
          { keys: ["a"], does: "Actors" },
          { keys: ["t"], does: "Try it" },
          { keys: ["Ctrl", "Enter"], does: "Review or save the changes" },
          { keys: ["Ctrl", "G"], does: "Put a condition into a group" },
          { keys: ["Alt", "↑ ↓"], does: "Previous and next feature of the list" },
        ],
      },
      {
        title: "Request",
        rows: [
          { keys: ["a"], does: "Approve" },
          { keys: ["c"], does: "Ask for changes" },
          { keys: ["r"], does: "Rebase" },
        ],
      },
      {
        title: "Actor at a time",
        rows: [{ keys: ["[", "]"], does: "Change before and after" }],
      },
    ],
  },
} as const;
