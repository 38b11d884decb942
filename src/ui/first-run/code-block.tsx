import { Fragment, type ReactElement } from "react";
import { CopyButton } from "../parts/copy-button.tsx";

/** Code with its comments and its values in their own colours. */
export function CodeBlock({
  code,
  label,
  values,
}: {
  readonly code: string;
  readonly label: string;
  readonly values: readonly string[];
}): ReactElement {
  return (
    <div className="code">
      <pre aria-label={label} role="region" tabIndex={0}>
        {code.split("\n").map((line, index) => (
          // The lines of a snippet have no other identity.
          <Fragment key={`${index} ${line}`}>
            {index > 0 && "\n"}
            <Line line={line} values={values} />
          </Fragment>
        ))}
      </pre>
      <CopyButton text={code} />
    </div>
  );
}

const commentPattern = /^\s*(#|\/\/)/;

function Line({ line, values }: { readonly line: string; readonly values: readonly string[] }) {
  if (commentPattern.test(line)) {
    return <span className="code-comment">{line}</span>;
  }
  const value = values.find((each) => each !== "" && line.includes(each));
  if (value === undefined) {
    return <>{line}</>;
  }
  const from = line.indexOf(value);
  return (
    <>
      {line.slice(0, from)}
      <span className="code-value">{value}</span>
      {line.slice(from + value.length)}
    </>
  );
}
