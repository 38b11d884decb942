export const questionsTexts = {
  questions: {
    proofTitle: "Confirm that it is you",
    proofText: "The effect outlives your session, so confirm it with your password or a passkey.",
    password: "Your password",
    passkey: "Use a passkey",
    proofConfirm: "Confirm",
    keyTitle: "This change affects many actors",
    keyText: "It changes who has the feature in Production, and applies immediately.",
    keyConfirm: "Change it",
    pauseTitle: "A rollout changes this feature",
    pauseText: "Your change pauses the rollout, which goes on when someone lets it.",
    pauseConfirm: "Pause and change",
    approvalTitle: "This change needs approval",
    requested: "You asked for approval. Nothing has changed yet.",
    cancelled: "Nothing was changed.",
  },
} as const;
