import { Suspense } from "react";
import { MapSection } from "@/app/portal/g/[grant]/[fieldId]/map-section";
import { requirePlace, type FieldPageProps } from "@/app/portal/g/[grant]/session";
import { Overview } from "@/components/portal/overview/overview";
import { Card } from "@/components/ui/card";
import { overviewView } from "@/lib/usecases/portal/pages/overview";

export default async function OverviewPage(props: FieldPageProps) {
  const opened = await requirePlace(props);
  return (
    <>
      <Overview view={overviewView(opened.session, opened.place)} />
      <Card title="Map" id="map">
        <Suspense fallback={<p>The map is loading.</p>}>
          <MapSection {...opened} />
        </Suspense>
      </Card>
    </>
  );
}
