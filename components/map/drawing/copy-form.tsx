"use client";

import type { MappedArea, MappedAreas } from "@/components/map/drawing/use-mapped-areas";
import { Button } from "@/components/ui/button";
import { categoryInWords } from "@/lib/views/ground";
import { wordsIn } from "@/lib/views/language";
import { formatFeet } from "@/lib/views/figures";
import styles from "@/components/map/drawing/drawing.module.css";

const words = wordsIn({
  en: {
    how: "Tap a road, a field or water on the map, or pick it below. It counts as it is on the map already: copy it to change its outline or its kind.",
    copy: "Copy",
    copyIt: (name: string) => `Copy ${name}`,
    cancel: "Cancel",
    failed: "What lies beside the field could not be read. Draw it, or try again later.",
    reading: "What lies beside the field is being read.",
    nothing: "The loaded data have nothing beside this field.",
    atEdge: "at the field's edge",
    away: (feet: string) => `${feet} from the field`,
  },
  es: {
    how: "Toque un camino, un campo o agua en el mapa, o elíjalo abajo. Ya cuenta tal como está en el mapa: cópielo para cambiar su contorno o su tipo.",
    copy: "Copiar",
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
  onPick: (area: MappedArea) => void;
  onCancel: () => void;
}

/** What the map has beside the field, to be taken over: tapped on the map, or picked from the list. */
export function CopyForm({ mapped: { areas, hasFailed }, onPick, onCancel }: Props) {
  return (
    <div className={styles.form}>
      <p>{words().how}</p>
      <p role="status">{statusOf(areas, hasFailed)}</p>
      {areas === null ? null : (
        <ul className={styles.areas}>
          {areas.map((area, index) => (
            <li key={`${index}-${area.distanceFt}`} className={styles.area}>
              <p>{nameOf(area)}</p>
              <Button onClick={() => onPick(area)} aria-label={words().copyIt(nameOf(area))}>
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

function statusOf(areas: Props["mapped"]["areas"], hasFailed: boolean): string {
  if (hasFailed) return words().failed;
  if (areas === null) return words().reading;
  return areas.length === 0 ? words().nothing : "";
}

function nameOf({ category, label, distanceFt }: MappedArea): string {
  const what = categoryInWords(category);
  const where = distanceFt < 1 ? words().atEdge : words().away(formatFeet(distanceFt));
  return `${what}${label === null ? "" : ` “${label}”`}, ${where}`;
}
