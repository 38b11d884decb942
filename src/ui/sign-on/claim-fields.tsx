import type { ReactElement } from "react";
import type { TrustRule } from "../../api/admin/contract/trust-models.ts";
import { Button, IconButton } from "../parts/button.tsx";
import { TextField } from "../parts/field.tsx";
import { fill } from "../texts/fill.ts";
import { trustTexts } from "../texts/trust-texts.ts";

const { form: words } = trustTexts;
const claimsMax = 10;

type Claims = TrustRule["claims"];

/** The claims that the token of a job must have. */
export function ClaimFields({
  claims,
  error,
  onChange,
}: {
  readonly claims: Claims;
  readonly error: string | undefined;
  readonly onChange: (claims: Claims) => void;
}): ReactElement {
  const setAt = (index: number, change: Partial<Claims[number]>) =>
    onChange(claims.map((claim, at) => (at === index ? { ...claim, ...change } : claim)));
  return (
    <fieldset className="checks">
      <legend>{words.claims}</legend>
      {claims.map(({ name, value }, index) => {
        const number = { number: String(index + 1) };
        return (
          // The fields of a claim have no identity but their position.
          <div className="claim" key={index}>
            <TextField
              autoComplete="off"
              isLabelHidden={true}
              label={fill(words.claimName, number)}
              onChange={({ target }) => setAt(index, { name: target.value })}
              required={true}
              spellCheck={false}
              value={name}
            />
            <TextField
              autoComplete="off"
              isLabelHidden={true}
              label={fill(words.claimValue, number)}
              onChange={({ target }) => setAt(index, { value: target.value })}
              required={true}
              spellCheck={false}
              value={value}
            />
            {claims.length > 1 && (
              <IconButton
                icon="close"
                label={fill(words.removeClaim, number)}
                onClick={() => onChange(claims.filter((_, at) => at !== index))}
              />
            )}
          </div>
        );
      })}
      {error !== undefined && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      <p className="hint">{words.claimsHint}</p>
      <div>
        <Button
          disabled={claims.length >= claimsMax}
          icon="plus"
          isSmall={true}
          onClick={() => onChange([...claims, { name: "", value: "" }])}
        >
          {words.addClaim}
        </Button>
      </div>
    </fieldset>
  );
}
