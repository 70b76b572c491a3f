import type { Metadata } from "next";
import { ReportView } from "@/components/report/report-view";
import { TwinGone } from "@/components/report/twin-gone";
import { composeReport } from "@/lib/pages/reports/document";
import { getDeps } from "@/lib/runtime/deps";
import { readTwin } from "@/lib/usecases/reports/twin";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: { title: "A report as a page · Hedgerow" },
  es: { title: "Un informe como página · Hedgerow" },
});

export const generateMetadata = (): Metadata => ({ title: words().title, robots: { index: false } });

/** The accessible form of a PDF, which leads here: for who holds it, with no session, as long as its record is what is saved. */
export default async function TwinPage({ params }: { params: Promise<{ hash: string }> }) {
  const { hash } = await params;
  const twin = await readTwin(await getDeps(), hash);
  if (twin === null) return <TwinGone hash={hash} />;
  const pdfHref = twin.hasOriginal ? `/verify/${hash}/original.pdf` : null;
  return (
    <main>
      <ReportView
        report={composeReport(twin.gathered)}
        pdfHref={pdfHref}
        back={{ to: "record", href: `/verify/${hash}` }}
        photosAt={null}
      />
    </main>
  );
}
