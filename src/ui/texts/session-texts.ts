export const sessionTexts = {
  session: {
    signIn: "Sign in",
    signInTitle: "Sign in to Gatehouse",
    email: "E-mail",
    password: "Password",
    passkey: "Sign in with a passkey",
    forgotten: "No password yet, or forgotten? Ask an owner, who runs",
    setUpTitle: "Welcome",
    setUpFor: "Set the password for {email}.",
    setUpFirst: "You own this server. Choose how you sign in.",
    name: "Name",
    newPassword: "New password",
    newPasswordHint: "At least 10 characters. A sentence is easy to remember.",
    setPassword: "Set password",
    linkMissing: "This link has no code. Open it exactly as it was shown.",
  },
} as const;
