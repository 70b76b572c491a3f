import { acresInWords, counted, dayInWords } from "@/lib/views/words";
import type { FieldMapModel, PulaOnMap } from "@/lib/views/portal/field-map";
import type { DriftOnMap } from "@/lib/domain/field-map";
import { compassWord } from "@/lib/views/figures";
import styles from "@/components/map/field-map.module.css";
import { wordsIn } from "@/lib/views/language";

const MOST_SOILS = 6;

/** With a space that does not break: the sign never begins a line. */
const percent = (share: number): string => (share > 0 && share < 1 ? words().underOne : `${Math.round(share)}\u00a0%`);

interface Words {
  title: string;
  underOne: string;
  county: (counties: string) => string;
  noPulas: string;
  /** Follows a sentence about areas. */
  notComplete: string;
  noPulaMeets: (day: string) => string;
  pulas: (day: string, areas: string) => string;
  inside: (percent: string) => string;
  noSoils: string;
  soils: (named: string, more: number) => string;
  noneDrawn: string;
  drawn: (count: number, unconfirmed: number) => string;
  refusedAnywhere: string;
  refused: (boxes: number) => string;
  calm: string;
  wind: (deg: number, point: string) => string;
  asSaved: (wind: string, buffer: string) => string;
  noBuffer: string;
  bufferMarked: string;
  buffer: (acres: string, percent: string) => string;
}

const words = wordsIn<Words>({
  en: {
    title: "The map in words",
    underOne: "under 1\u00a0%",
    county: (counties) => `County: ${counties}.`,
    noPulas: "No Pesticide Use Limitation Areas are loaded, so the map can show none.",
    notComplete: " The loaded areas do not reach as far as this field, so there may be more.",
    noPulaMeets: (day) => `No loaded Pesticide Use Limitation Area meets the field on ${day}.`,
    pulas: (day, areas) => `Pesticide Use Limitation Areas that meet the field on ${day}: ${areas}.`,
    inside: (share) => `, ${share} of the field inside`,
    noSoils: "The soils of the field are not known.",
    soils: (named, more) => `Soils: ${named}${more === 0 ? "" : `; and ${more} more`}.`,
    noneDrawn: "No areas were drawn beside the field.",
    drawn: (count, unconfirmed) => {
      const drawn = `${counted(count, "area was", "areas were")} drawn beside the field`;
      return unconfirmed === 0
        ? `${drawn}.`
        : `${drawn}, ${count === 1 ? "" : `${unconfirmed} of them `}on an earlier boundary and not confirmed.`;
    },
    refusedAnywhere:
      "Ground that may be water or habitat could not be loaded, and its record does not say where it lies: all ground beside the field counts as protected.",
    refused: (boxes) =>
      boxes === 1
        ? "Ground near the field that may be water or habitat could not be loaded. What lies in its box (with a dashed edge on the map) counts as protected."
        : `Ground near the field that may be water or habitat could not be loaded. What lies in its ${boxes} boxes (with dashed edges on the map) counts as protected.`,
    calm: "calm air",
    wind: (deg, point) => `wind from ${deg}°, ${point}`,
    asSaved: (wind, buffer) => `For ${wind}, as saved: ${buffer}.`,
    noBuffer: "no part of the field is buffer",
    bufferMarked: "the buffer is marked",
    buffer: (acres, share) => `${acres} of the field, ${share}, are buffer and not to be sprayed`,
  },
  es: {
    title: "El mapa en palabras",
    underOne: "menos del 1\u00a0%",
    county: (counties) => `Condado: ${counties}.`,
    noPulas: "No hay cargadas áreas de uso limitado de pesticidas (PULA), así que el mapa no puede mostrar ninguna.",
    notComplete: " Las áreas cargadas no llegan hasta este campo, así que puede haber más.",
    noPulaMeets: (day) => `Ninguna de las áreas de uso limitado de pesticidas (PULA) cargadas toca el campo el ${day}.`,
    pulas: (day, areas) => `Áreas de uso limitado de pesticidas (PULA) que tocan el campo el ${day}: ${areas}.`,
    inside: (share) => `, ${share} del campo adentro`,
    noSoils: "No se conocen los suelos del campo.",
    soils: (named, more) => `Suelos: ${named}${more === 0 ? "" : `; y ${more} más`}.`,
    noneDrawn: "No se dibujaron áreas junto al campo.",
    drawn: (count, unconfirmed) => {
      const drawn = `${count === 1 ? "Se dibujó" : "Se dibujaron"} ${counted(count, "área")} junto al campo`;
      return unconfirmed === 0
        ? `${drawn}.`
        : `${drawn}, ${count === 1 ? "" : `${unconfirmed} de ellas `}sobre un límite anterior y sin confirmar.`;
    },
    refusedAnywhere:
      "Terreno que puede ser agua o hábitat no se pudo cargar, y su registro no dice dónde está: todo el terreno junto al campo cuenta como protegido.",
    refused: (boxes) =>
      boxes === 1
        ? "Terreno cerca del campo que puede ser agua o hábitat no se pudo cargar. Lo que está en su recuadro (con borde discontinuo en el mapa) cuenta como protegido."
        : `Terreno cerca del campo que puede ser agua o hábitat no se pudo cargar. Lo que está en sus ${boxes} recuadros (con borde discontinuo en el mapa) cuenta como protegido.`,
    calm: "aire en calma",
    wind: (deg, point) => `viento desde ${deg}°, ${point}`,
    asSaved: (wind, buffer) => `Para ${wind}, según lo guardado: ${buffer}.`,
    noBuffer: "ninguna parte del campo es zona de amortiguamiento",
    bufferMarked: "la zona de amortiguamiento está marcada",
    buffer: (acres, share) => `${acres} del campo, ${share}, son zona de amortiguamiento y ahí no se debe aplicar`,
  },
});

/** What the map shows, in words: the same for those who do not see it, and on paper. */
export function MapSummary({ model }: { model: FieldMapModel }) {
  const lines = [
    `${model.fieldName}, ${acresInWords(model.areaSqm)}.`,
    ...(model.counties.length === 0 ? [] : [words().county(model.counties.join(", "))]),
    pulasInWords(model),
    soilsInWords(model),
    drawnInWords(model),
    ...refusedInWords(model),
    ...windInWords(model),
  ];
  return (
    <div className={styles.summary}>
      <h3>{words().title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

function pulasInWords({ pulas, arePulasComplete, onDate }: FieldMapModel): string {
  const caution = arePulasComplete ? "" : words().notComplete;
  if (pulas === null) return words().noPulas;
  const day = dayInWords(onDate);
  if (pulas.length === 0) return `${words().noPulaMeets(day)}${caution}`;
  return `${words().pulas(day, pulas.map(pulaInWords).join("; "))}${caution}`;
}

const pulaInWords = ({ pulaId, eventName, sharePct }: PulaOnMap): string =>
  `${pulaId} (${eventName})${sharePct === null ? "" : words().inside(percent(sharePct))}`;

function soilsInWords({ soils }: FieldMapModel): string {
  if (soils === null || soils.length === 0) return words().noSoils;
  const named = soils.slice(0, MOST_SOILS).map(({ name, percentage }) => `${name}, ${percent(percentage)}`);
  return words().soils(named.join("; "), Math.max(0, soils.length - MOST_SOILS));
}

function drawnInWords({ drawn }: FieldMapModel): string {
  if (drawn.length === 0) return words().noneDrawn;
  return words().drawn(drawn.length, drawn.filter(({ isConfirmed }) => !isConfirmed).length);
}

/** Everywhere takes in every box. */
function refusedInWords({ refused: { boxes, isAnywhere } }: FieldMapModel): string[] {
  if (isAnywhere) return [words().refusedAnywhere];
  return boxes === 0 ? [] : [words().refused(boxes)];
}

function windInWords({ drift, areaSqm }: FieldMapModel): string[] {
  if (drift === null) return [];
  const from =
    drift.windDirectionDeg === null
      ? words().calm
      : words().wind(Math.round(drift.windDirectionDeg), compassWord(drift.windDirectionDeg));
  return [words().asSaved(from, bufferInWords(drift, areaSqm))];
}

function bufferInWords({ buffer, bufferSqm }: DriftOnMap, fieldSqm: number): string {
  if (buffer === null) return words().noBuffer;
  if (bufferSqm == null) return words().bufferMarked;
  return words().buffer(acresInWords(bufferSqm), percent((bufferSqm / fieldSqm) * 100));
}
