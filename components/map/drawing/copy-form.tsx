"use client";

import type { MappedArea, MappedAreas, MappedRoad } from "@/components/map/drawing/use-mapped-areas";
import { PickKeys } from "@/components/map/drawing/draw-bar";
import { Button } from "@/components/ui/button";
import { categoryInWords } from "@/lib/views/ground";
import { wordsIn } from "@/lib/views/language";
import { formatFeet } from "@/lib/views/figures";
import styles from "@/components/map/drawing/drawing.module.css";

const words = wordsIn({
  en: {
    how: "Tap a road, a field or water on the map, or pick it below. What counts is on the map as an area already: copy it to change its outline or its kind. The line of a road counts for nothing until you say how wide it is.",
    copy: "Copy",
    roadLine: (name: string | null) => (name === null ? "Line of a road" : `Line of the road “${name}”`),
    copyIt: (name: string) => `Copy ${name}`,
    cancel: "Cancel",
    failed: "What lies beside the field could not be read. Draw it, or try again later.",
    reading: "What lies beside the field is being read.",
    nothing: "The loaded data have nothing beside this field.",
    atEdge: "at the field's edge",
    away: (feet: string) => `${feet} from the field`,
  },
  es: {
    how: "Toque un camino, un campo o agua en el mapa, o elíjalo abajo. Lo que cuenta ya está en el mapa como área: cópielo para cambiar su contorno o su tipo. La línea de un camino no cuenta hasta que usted diga qué ancho tiene.",
    copy: "Copiar",
    roadLine: (name) => (name === null ? "Línea de un camino" : `Línea del camino “${name}”`),
    copyIt: (name) => `Copiar ${name}`,
    cancel: "Cancelar",
    failed: "No se pudo leer lo que hay junto al campo. Dibújelo o intente de nuevo más tarde.",
    reading: "Se está leyendo lo que hay junto al campo.",
    nothing: "Los datos cargados no tienen nada junto a este campo.",
    atEdge: "en el borde del campo",
    away: (feet) => `a ${feet} del campo`,
  },
});

interface Props {
  mapped: MappedAreas;
  onPick: (thing: MappedArea | MappedRoad) => void;
  onCancel: () => void;
}

/** What the map has beside the field, to be taken over: tapped on the map, or picked from the list. */
export function CopyForm({ mapped: { found, hasFailed }, onPick, onCancel }: Props) {
  const things = found === null ? null : [...found.areas, ...found.roads];
  return (
    <div className={styles.form}>
      <p>{words().how}</p>
      <PickKeys />
      <p role="status">{statusOf(things, hasFailed)}</p>
      {things === null ? null : (
        <ul className={styles.areas}>
          {things.map((thing, index) => (
            <li key={`${index}-${thing.distanceFt}`} className={styles.area}>
              <p>{nameOf(thing)}</p>
              <Button onClick={() => onPick(thing)} aria-label={words().copyIt(nameOf(thing))}>
                {words().copy}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button onClick={onCancel}>{words().cancel}</Button>
    </div>
  );
}

function statusOf(things: readonly unknown[] | null, hasFailed: boolean): string {
  if (hasFailed) return words().failed;
  if (things === null) return words().reading;
  return things.length === 0 ? words().nothing : "";
}

function nameOf(thing: MappedArea | MappedRoad): string {
  const { label, distanceFt } = thing;
  const where = distanceFt < 1 ? words().atEdge : words().away(formatFeet(distanceFt));
  if ("line" in thing) return `${words().roadLine(label)}, ${where}`;
  return `${categoryInWords(thing.category)}${label === null ? "" : ` “${label}”`}, ${where}`;
}
