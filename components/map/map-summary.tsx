import { acresInWords, counted, dayInWords } from "@/lib/views/words";
import type { FieldMapModel, PulaOnMap } from "@/lib/views/portal/field-map";
import type { DriftOnMap } from "@/lib/domain/field-map";
import { compassWord } from "@/lib/views/figures";
import styles from "@/components/map/field-map.module.css";

const MOST_SOILS = 6;

/** With a space that does not break: the sign never begins a line. */
const percent = (share: number): string => (share > 0 && share < 1 ? "under 1\u00a0%" : `${Math.round(share)}\u00a0%`);

/** What the map shows, in words: the same for those who do not see it, and on paper. */
export function MapSummary({ model }: { model: FieldMapModel }) {
  const lines = [
    `${model.fieldName}, ${acresInWords(model.areaSqm)}.`,
    ...(model.counties.length === 0 ? [] : [`County: ${model.counties.join(", ")}.`]),
    pulasInWords(model),
    soilsInWords(model),
    drawnInWords(model),
    ...windInWords(model),
  ];
  return (
    <div className={styles.summary}>
      <h3>The map in words</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

function pulasInWords({ pulas, arePulasComplete, onDate }: FieldMapModel): string {
  const caution = arePulasComplete ? "" : " The loaded areas do not reach as far as this field, so there may be more.";
  if (pulas === null) return "No Pesticide Use Limitation Areas are loaded, so the map can show none.";
  const day = dayInWords(onDate);
  if (pulas.length === 0) return `No loaded Pesticide Use Limitation Area meets the field on ${day}.${caution}`;
  return `Pesticide Use Limitation Areas that meet the field on ${day}: ${pulas.map(pulaInWords).join("; ")}.${caution}`;
}

const pulaInWords = ({ pulaId, eventName, sharePct }: PulaOnMap): string =>
  `${pulaId} (${eventName})${sharePct === null ? "" : `, ${percent(sharePct)} of the field inside`}`;

function soilsInWords({ soils }: FieldMapModel): string {
  if (soils === null || soils.length === 0) return "The soils of the field are not known.";
  const named = soils.slice(0, MOST_SOILS).map(({ name, percentage }) => `${name}, ${percent(percentage)}`);
  const rest = soils.length > MOST_SOILS ? `; and ${soils.length - MOST_SOILS} more` : "";
  return `Soils: ${named.join("; ")}${rest}.`;
}

function drawnInWords({ drawn }: FieldMapModel): string {
  if (drawn.length === 0) return "No areas were drawn beside the field.";
  const unconfirmed = drawn.filter(({ isConfirmed }) => !isConfirmed).length;
  const count = `${counted(drawn.length, "area was", "areas were")} drawn beside the field`;
  return unconfirmed === 0 ? `${count}.` : `${count}, ${unconfirmed} of them on an earlier boundary and not confirmed.`;
}

function windInWords({ drift, areaSqm }: FieldMapModel): string[] {
  if (drift === null) return [];
  const from =
    drift.windDirectionDeg === null
      ? "calm air"
      : `wind from ${Math.round(drift.windDirectionDeg)}°, ${compassWord(drift.windDirectionDeg)}`;
  return [`For ${from}, as saved: ${bufferInWords(drift, areaSqm)}.`];
}

function bufferInWords({ buffer, bufferSqm }: DriftOnMap, fieldSqm: number): string {
  if (buffer === null) return "no part of the field is buffer";
  if (bufferSqm == null) return "the buffer is marked";
  return `${acresInWords(bufferSqm)} of the field, ${percent((bufferSqm / fieldSqm) * 100)}, are buffer and not to be sprayed`;
}
