import { Suspense } from "react";
import { MapSection } from "@/app/portal/g/[grant]/[fieldId]/map-section";
import { RecheckNote, recheckOf } from "@/app/portal/g/[grant]/[fieldId]/recheck-note";
import { requireFieldYear, type FieldPageProps } from "@/app/portal/g/[grant]/session";
import { Questions } from "@/components/portal/attestations/questions";
import { Overview } from "@/components/portal/overview/overview";
import { RecentChanges } from "@/components/portal/overview/recent-changes";
import { Card } from "@/components/ui/card";
import { readCabCard } from "@/lib/pages/portal/overview/cab-card";
import { overviewView } from "@/lib/pages/portal/overview/overview";
import { questionsView } from "@/lib/pages/portal/overview/questions";
import { recentChanges } from "@/lib/pages/portal/overview/recent-changes";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    map: "Map",
    loading: "The map is loading.",
    noScript: "The map, and what it says in words, need JavaScript. Everything above is complete without it.",
  },
  es: {
    map: "Mapa",
    loading: "El mapa se está cargando.",
    noScript: "El mapa, y lo que dice en palabras, necesitan JavaScript. Todo lo de arriba está completo sin él.",
  },
});

/** Where the application stands; its words do not wait for the map. */
export default async function OverviewPage(props: FieldPageProps) {
  const opened = await requireFieldYear(props);
  const { session, place } = opened;
  const view = overviewView(session, place);
  const questions = questionsView(place);
  const recheck = await recheckOf(session, place);
  return (
    <Overview
      view={view}
      recheck={<RecheckNote {...opened} />}
      card={await readCabCard(session, place, { overview: view, recheck })}
      questions={questions === null ? null : <Questions view={questions} />}
      changes={<RecentChanges view={recentChanges(session, place)} />}
      map={
        <Card title={words().map} id="map">
          <Suspense fallback={<MapIsLoading />}>
            <MapSection {...opened} />
          </Suspense>
        </Card>
      }
    />
  );
}

function MapIsLoading() {
  return (
    <>
      <p>{words().loading}</p>
      <noscript>
        <p>{words().noScript}</p>
      </noscript>
    </>
  );
}
