export const sessionTexts = {
  session: {
    signIn: "Sign in",
    signInTitle: "Sign in to Gatehouse",
    ended: "Your session has ended. Sign in again to continue.",
    draftsKept: "Your unsaved input stays in this tab.",
    email: "E-mail",
    password: "Password",
    passkey: "Sign in with a passkey",
    forgotten: "No password yet, or forgotten? Ask an owner, who runs",
    forgottenCommand: "gatehouse member reset EMAIL",
    notSetUp: "Nobody has set up this server yet. Open the link in the file",
    firstStartFile: "first-start.txt",
    notSetUpPlace:
      "in its data directory, or on the terminal of the first start. For a new link run",
    newLinkCommand: "gatehouse member reset owner@localhost",
    newLinkPlace: "with the --data or --database of the server.",
    cookieNotKept:
      "The browser did not store the cookie of the sign-in, so you are not signed in. Allow cookies for this address, or open it over https, and sign in again.",
    cookieNotKeptAfterSetUp:
      "Your password is set, and this link is used. But the browser did not store the cookie of the sign-in: allow cookies for this address, or open it over https, and sign in there.",
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
