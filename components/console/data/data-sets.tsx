import { Breakable } from "@/components/console/breakable";
import { Records } from "@/components/console/records";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Fold } from "@/components/ui/fold";
import { ZonedTime } from "@/components/ui/local-time";
import { Notice } from "@/components/ui/notice";
import { type Standing, StatusBadge } from "@/components/ui/status-badge";
import type { DataRefresh } from "@/lib/domain/data-refresh";
import type { DataSwitch } from "@/lib/domain/data-switch";
import type { SwitchLookedAt } from "@/lib/domain/recheck";
import { type DataSetView, KIND_NAMES, OUTCOME_WORDS, SWITCH_WORDS } from "@/lib/views/console/data";

const kindName = (kind: string): string => KIND_NAMES[kind] ?? kind;

/** What publishers have that someone has to look at. */
export const DataAlerts = ({ alerts }: { alerts: readonly DataRefresh[] }) =>
  alerts.map(({ refreshId, kind, outcome, detail, version }) => (
    <Notice
      key={refreshId}
      tone={outcome === "failed" ? "bad" : "warn"}
      title={`${kindName(kind)}: ${OUTCOME_WORDS[outcome] ?? outcome}`}
    >
      {version === null ? null : <p>{version}</p>}
      {detail === null ? null : <p>{detail}</p>}
    </Notice>
  ));

/** Files of archived sets that this process does not find: known before a report fails for it. */
export const MissingArchives = ({ sets }: { sets: readonly DataSetView[] }) =>
  sets.map(({ version, missingFile }) =>
    missingFile === null ? null : (
      <Notice key={version} tone="bad" title={`The file of ${version} is not here, or not whole`}>
        <p>
          Reports of applications that this set judged fail until <code>{missingFile}</code> is back as it was written,
          by the same path for every web process, worker, and command.
        </p>
      </Notice>
    ),
  );

/** Switches that the radar could not look at: nothing was announced, and someone has to look. */
export const RadarProblems = ({ lookedAt }: { lookedAt: readonly SwitchLookedAt[] }) =>
  lookedAt.map(({ radarId, kind, toVersion, problem }) =>
    problem === null ? null : (
      <Notice key={radarId} tone="bad" title={`Nothing was announced of ${kindName(kind)} ${toVersion}`}>
        <p>{problem}</p>
      </Notice>
    ),
  );

/** What the latest switches changed of planned applications. */
export const SwitchesLookedAt = ({ lookedAt }: { lookedAt: readonly SwitchLookedAt[] }) => (
  <Card title="What switches changed">
    <Records
      caption="Newest first"
      columns={["Switched", "Set", "In place of", "Planned applications"]}
      empty="Nothing was switched yet."
      rows={lookedAt.map(({ radarId, switchedAt, kind, toVersion, fromVersion, ...run }) => ({
        id: String(radarId),
        cells: [
          <ZonedTime key="switched" at={switchedAt.toISOString()} />,
          `${kindName(kind)}: ${toVersion}`,
          fromVersion,
          lookedAtWords(run),
        ],
      }))}
    />
  </Card>
);

function lookedAtWords({
  finishedAt,
  rechecks,
  failed,
  problem,
}: Pick<SwitchLookedAt, "finishedAt" | "rechecks" | "failed" | "problem">): string {
  if (problem !== null) return "Could not be compared: what was checked before is to be checked again";
  const told = `${rechecks ?? 0} announced`;
  const left =
    failed === 0 ? "" : `, ${failed} could not be assessed and are to be checked again (the worker's log names them)`;
  return finishedAt === null ? `The worker looks: ${told} so far${left}` : `${told}${left}`;
}

/** The stored sets, a card for each kind. */
export function DataSets({ sets, maySwitch }: { sets: readonly DataSetView[]; maySwitch: boolean }) {
  const kinds = [...new Set(sets.map(({ kind }) => kind))];
  if (kinds.length === 0) return <p>No data set is loaded. Every check needs some.</p>;
  return kinds.map((kind) => (
    <Card key={kind} title={kindName(kind)}>
      <Records
        caption="Newest first"
        columns={["Set", "Part", "Compared", "Loaded", "Source", "Holds", "Switch"]}
        empty=""
        rows={sets
          .filter((set) => set.kind === kind)
          .map((set) => ({
            id: set.version,
            cells: [
              set.version,
              <Part key="part" state={set.state} failedChecks={set.failedChecks} />,
              set.compared,
              <ZonedTime key="loaded" at={set.loadedAt} />,
              <Breakable key="source" text={set.source} />,
              <Fold key="holds" summary={`${set.figures.length}\u00a0figures`}>
                {set.figures.map((line) => (
                  <div key={line}>{line}</div>
                ))}
              </Fold>,
              set.switchHref === null ? (
                ""
              ) : (
                <ButtonLink key="switch" href={set.switchHref}>
                  {switchWords(set.state, maySwitch)}
                  <span className="visually-hidden"> {set.version}</span>
                </ButtonLink>
              ),
            ],
          }))}
      />
    </Card>
  ));
}

const switchWords = (state: DataSetView["state"], maySwitch: boolean): string => {
  if (!maySwitch) return "What would change";
  return state === "previous" || state === "perhaps_withdrawn" ? "Roll back" : "Switch";
};

const PARTS: Record<DataSetView["state"], { standing: Standing; words: string }> = {
  in_force: { standing: "met", words: "In force" },
  previous: { standing: "not_applicable", words: "Before" },
  perhaps_withdrawn: { standing: "indeterminate", words: "Before" },
  withdrawn: { standing: "not_applicable", words: "Rolled back" },
  loaded: { standing: "not_applicable", words: "Loaded" },
  failed: { standing: "not_met", words: "Failed" },
  archived: { standing: "not_applicable", words: "In a file" },
};

/** What a badge has no room for stands below it. */
function Part({ state, failedChecks }: Pick<DataSetView, "state" | "failedChecks">) {
  const { standing, words } = PARTS[state];
  return (
    <>
      <StatusBadge standing={standing}>{words}</StatusBadge>
      {state === "perhaps_withdrawn" ? <div>Not known whether it was rolled back</div> : null}
      {failedChecks.length === 0 ? null : (
        <div>
          <StatusBadge standing="not_met">Failed checks</StatusBadge> {failedChecks.join(", ")}
        </div>
      )}
    </>
  );
}

/** What operators asked for, and what came of it. */
export const DataSwitches = ({ switches }: { switches: readonly DataSwitch[] }) => (
  <Card title="Switches asked for here">
    <Records
      caption="Newest first"
      columns={["Asked", "By", "Set", "In place of", "Outcome"]}
      empty="No one has asked for a switch in the console."
      rows={switches.map(({ switchId, askedAt, askedBy, kind, toVersion, fromVersion, state, detail }) => ({
        id: switchId,
        cells: [
          <ZonedTime key="asked" at={askedAt.toISOString()} />,
          askedBy,
          `${kindName(kind)}: ${toVersion}`,
          fromVersion ?? "none",
          detail === null ? SWITCH_WORDS[state] : `${SWITCH_WORDS[state] ?? state}: ${detail}`,
        ],
      }))}
    />
  </Card>
);

/** What looking at publishers came to. */
export const DataRefreshes = ({
  refreshes,
  unasked,
}: {
  refreshes: readonly DataRefresh[];
  unasked: readonly string[];
}) => (
  <Card title="Looks at publishers">
    {unasked.length === 0 ? null : (
      <p>
        Never asked, because no address is set: {unasked.map(kindName).join(", ")}. See REFRESH_… and SOIL_URL in the
        environment.
      </p>
    )}
    <Records
      caption="Newest first"
      columns={["When", "What", "By", "Outcome", "Detail"]}
      empty="No one has looked yet."
      rows={refreshes.map(({ refreshId, startedAt, kind, askedBy, dryRun, outcome, detail }) => ({
        id: String(refreshId),
        cells: [
          <ZonedTime key="when" at={startedAt.toISOString()} />,
          kindName(kind),
          askedBy,
          `${OUTCOME_WORDS[outcome] ?? outcome}${dryRun ? " (dry run)" : ""}`,
          detail ?? "",
        ],
      }))}
    />
  </Card>
);
