import type { ReactElement } from "react";
import { useAnswer } from "../api/use-answer.ts";
import { Fact } from "../parts/fact.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { formatNumber } from "../texts/fill.ts";
import { settingsTexts } from "../texts/settings-texts.ts";
import { bytesText } from "./limit-text.ts";

const { about: words } = settingsTexts.settings;

/** The server: its version, its data, its health. */
export function AboutSection(): ReactElement {
  const query = useAnswer("GET /about", {});
  return (
    <Loaded name={words.title} query={query}>
      {(about) => (
        <>
          <Card title={words.title}>
            <dl className="facts">
              <Fact label={words.version}>{about.version}</Fact>
              <Fact label={words.mode}>{words.modes[about.mode]}</Fact>
              <Fact label={words.started}>
                <RelativeTime at={about.startedAt} />
              </Fact>
              <Fact label={words.memory}>{bytesText(about.memoryBytes)}</Fact>
              <Fact label={words.features}>{formatNumber(about.features)}</Fact>
              <Fact label={words.environments}>{formatNumber(about.environments)}</Fact>
              <Fact label={words.directory}>
                <span className="mono">{about.dataDirectory}</span>
              </Fact>
              {about.node !== null && (
                <Fact label={words.database}>{words.sharedBy(about.node)}</Fact>
              )}
              {about.databases.map(({ file, bytes }) => (
                <Fact key={file} label={file}>
                  {bytesText(bytes)}
                </Fact>
              ))}
            </dl>
          </Card>
          <Card isFlush={true} title={words.health}>
            <ul className="rows">
              {about.checks.map(({ name, isOk, reason }) => (
                <li className="row" key={name}>
                  <div className="row-main">
                    <b>{name}</b>
                    {reason !== null && <small>{reason}</small>}
                  </div>
                  <span className={isOk ? "badge badge-on" : "badge badge-conditional"}>
                    {isOk ? words.ok : words.notOk}
                  </span>
                </li>
              ))}
            </ul>
          </Card>
        </>
      )}
    </Loaded>
  );
}
