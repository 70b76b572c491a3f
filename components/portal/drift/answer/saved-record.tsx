import { LocalTime } from "@/components/ui/local-time";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Fold } from "@/components/ui/fold";
import { Notice } from "@/components/ui/notice";
import { StatusBadge } from "@/components/ui/status-badge";
import type { DriftView } from "@/lib/views/portal/drift";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    title: "On record",
    none: "No conditions were used since the last check, so no buffer is on record.",
    saved: "Saved",
    conditions: "The conditions on record",
    outdated: "Out of date",
    outdatedWhy:
      "Practices, drawn areas, slopes, the field, or the mapped ground beside it changed after this was worked out. Use the conditions again to put the present answer on record.",
  },
  es: {
    title: "En el registro",
    none: "Desde la última verificación no se usaron condiciones, así que no hay zona de amortiguamiento en el registro.",
    saved: "Guardado el",
    conditions: "Las condiciones registradas",
    outdated: "Desactualizado",
    outdatedWhy:
      "Después de calcular esto cambiaron las prácticas, las áreas dibujadas, las pendientes, el campo o el terreno del mapa junto a él. Use las condiciones de nuevo para poner la respuesta actual en el registro.",
  },
});

/** What is on record: the conditions that were used last, and what they came to. */
export function SavedRecord({ view: { saved, isSavedOutdated } }: { view: DriftView }) {
  if (saved === null) {
    return (
      <Card title={words().title} id="saved">
        <p>{words().none}</p>
      </Card>
    );
  }
  return (
    <Card title={words().title} id="saved" aside={<StatusBadge standing={saved.standing}>{saved.badge}</StatusBadge>}>
      <p>
        {words().saved} <LocalTime at={saved.checkedAt} />. {saved.headline}. {saved.area}
      </p>
      {isSavedOutdated ? (
        <Notice tone="warn" title={words().outdated}>
          <p>{words().outdatedWhy}</p>
        </Notice>
      ) : null}
      <Fold summary={words().conditions} isForPhones>
        <Facts facts={saved.conditions} />
      </Fold>
    </Card>
  );
}
