import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { useLocation } from "wouter";
import { type AnswerOf, type CallError, call, type InputOf } from "../api/call.ts";
import { queryClient } from "../api/query-client.ts";
import { Button } from "../parts/button.tsx";
import { TextField } from "../parts/field.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { requireKeptCookie } from "./require-kept-cookie.ts";
import { SignInFrame } from "./sign-in-frame.tsx";

const { session: words } = texts;

type Check = AnswerOf<"POST /set-up/check">;

/** The page of a one-time link. Its code follows the #, which browsers never send. */
export function SetUpPage(): ReactElement {
  const [code] = useState(() => window.location.hash.slice(1));
  const check = useQuery<Check, CallError>({
    queryKey: ["POST /set-up/check", code],
    queryFn: () => call("POST /set-up/check", { body: { code } }),
    enabled: code !== "",
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <SignInFrame title={words.setUpTitle}>
      {code === "" ? (
        <p className="field-error">{words.linkMissing}</p>
      ) : (
        <Loaded query={check}>{(answer) => <SetUpForm check={answer} code={code} />}</Loaded>
      )}
    </SignInFrame>
  );
}

function SetUpForm({ check, code }: { readonly check: Check; readonly code: string }) {
  const [email, setEmail] = useState(check.isFirstOwner ? "" : check.email);
  const [name, setName] = useState(check.isFirstOwner ? "" : check.name);
  const [password, setPassword] = useState("");
  const [, navigate] = useLocation();
  const setUp = useMutation<AnswerOf<"POST /set-up">, CallError, InputOf<"POST /set-up">>({
    mutationFn: async (input) => {
      const session = await call("POST /set-up", input);
      await requireKeptCookie(words.cookieNotKeptAfterSetUp);
      return session;
    },
    onSuccess: (session) => {
      // Not reloaded with everything else, because the code is used now.
      queryClient.setQueryData(["GET /session", {}], session);
      navigate(check.isFirstOwner ? "/get-started" : "/", { replace: true });
    },
  });
  const errorAt = (place: string) =>
    setUp.error?.place === place ? setUp.error.message : undefined;
  const elsewhere =
    setUp.error !== null && !["email", "name"].includes(setUp.error.place ?? "")
      ? setUp.error.message
      : undefined;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const person = check.isFirstOwner ? { email, name } : {};
        setUp.mutate({ body: { code, password, ...person } });
      }}
    >
      <p>{check.isFirstOwner ? words.setUpFirst : fill(words.setUpFor, { email: check.email })}</p>
      {check.isFirstOwner && (
        <>
          <TextField
            autoComplete="username"
            autoFocus={true}
            error={errorAt("email")}
            label={words.email}
            onChange={({ target }) => setEmail(target.value)}
            required={true}
            type="email"
            value={email}
          />
          <TextField
            autoComplete="name"
            error={errorAt("name")}
            label={words.name}
            onChange={({ target }) => setName(target.value)}
            required={true}
            value={name}
          />
        </>
      )}
      <TextField
        autoComplete="new-password"
        autoFocus={!check.isFirstOwner}
        error={elsewhere}
        hint={words.newPasswordHint}
        label={words.newPassword}
        onChange={({ target }) => setPassword(target.value)}
        required={true}
        type="password"
        value={password}
      />
      <Button isBusy={setUp.isPending} look="main" type="submit">
        {words.setPassword}
      </Button>
    </form>
  );
}
