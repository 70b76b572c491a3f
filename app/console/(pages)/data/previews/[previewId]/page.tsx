import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireOperator } from "@/app/console/access";
import { PreviewPage } from "@/components/console/data/previews";
import { FINDINGS_A_PAGE, previewView } from "@/lib/pages/console/previews";
import { readPreview } from "@/lib/usecases/data-sets/preview-by-console";
import { oneOf, readPreviewFilter } from "@/lib/views/console/queries";

export const metadata: Metadata = { title: "What would change · Hedgerow console" };

interface Props {
  params: Promise<{ previewId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The planned applications that a set or rule tables would change: who, from what to what, and why. */
export default async function DataPreviewPage({ params, searchParams }: Props) {
  const { deps } = await requireOperator("read");
  const { previewId } = await params;
  const asked = await searchParams;
  const filter = readPreviewFilter(asked);
  const page = Math.min(Math.max(1, Math.trunc(Number(oneOf(asked.page))) || 1), 10_000);
  const slice = { offset: (page - 1) * FINDINGS_A_PAGE, limit: FINDINGS_A_PAGE };
  const found = await readPreview(deps.db, previewId, { ...filter, ...slice });
  if (found === null) notFound();
  return <PreviewPage view={previewView(found, { filter, page })} />;
}
