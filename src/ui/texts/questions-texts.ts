export const questionsTexts = {
  questions: {
    proofTitle: "Confirm that it is you",
    proofText: "This outlives your session, so your password or a passkey is needed again.",
    password: "Your password",
    passkey: "Use a passkey",
    proofConfirm: "Confirm",
    keyTitle: "Many will notice this change",
    keyText: "It changes for whom the feature is enabled in Production, and applies at once.",
    keyConfirm: "Change it",
    cancelled: "Nothing was changed.",
  },
} as const;
