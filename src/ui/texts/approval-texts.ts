/** The texts of asking for approval. */
export const approvalTexts = {
  approval: {
    title: "{environment} needs approval",
    why: "Why?",
    whyHint: "Approvers, the audits and webhooks show this.",
    whyNeeded: "The policy asks for a reason.",
    ask: "Ask for approval",
    bypass: "Bypass…",
    bypassTitle: "You change {environment} without approval.",
    bypassText:
      "Webhooks report it, and everyone sees a red line until an approver has looked at the change.",
    bypassHint: "At least 10 characters. Everyone can read it.",
    bypassAction: "Apply without approval",
    requestTitle: "Title",
    needs: "{environment} needs {rules}.",
    holds: "An approval is for exactly these changes: an edit or a change by others asks again.",
    notYou: "Your own approval does not count.",
    oneChange: "{gate} of {key}: {value}",
    someChanges: { one: "{count} change of {key}", other: "{count} changes of {key}" },
  },
  when: {
    label: "When",
    approved: "When approved",
    author: "By me",
    at: "At a time",
    time: "Time",
    timePast: "Choose a time in the future.",
    hints: {
      approved: "The server applies it with the last approval.",
      author: "You apply it after the approval.",
      at: "The server applies it at that time, if it is approved by then.",
    },
  },
  rules: {
    approvals: { one: "{count} approval of {from}", other: "{count} approvals of {from}" },
    and: " and ",
    or: " or ",
    roles: {
      owner: "owners",
      admin: "admins or owners",
      member: "members, admins or owners",
      viewer: "anyone with an account",
    },
    nobody: "nobody",
    goneMember: "member {id}",
    token: "token {id}",
  },
} as const;
