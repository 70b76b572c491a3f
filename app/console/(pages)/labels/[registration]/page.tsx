import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireOperator } from "@/app/console/access";
import { signFact } from "@/app/console/(pages)/labels/[registration]/actions";
import { LabelPage } from "@/components/console/labels/label-page";
import { labelView } from "@/lib/pages/console/labels";
import { SIGNATURE_VERDICTS } from "@/lib/domain/label-signature";
import { readLabelBook } from "@/lib/usecases/labels/label-book";
import { readProductLabels } from "@/lib/usecases/labels/read-labels";
import { readState } from "@/lib/views/console/queries";

interface Props {
  params: Promise<{ registration: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { registration } = await params;
  return { title: `Label ${registration} · Hedgerow console` };
}

/** Every fact of a product's labels, with its source, its readers, and a place to sign. */
export default async function ProductLabelPage({ params, searchParams }: Props) {
  const { deps, session, csrf, can } = await requireOperator("read");
  const book = await readLabelBook();
  const labels = book === null ? null : await readProductLabels(deps.db, book, (await params).registration);
  if (labels === null) notFound();
  const asked = await searchParams;
  const done = SIGNATURE_VERDICTS.find((verdict) => verdict === asked.done) ?? null;
  const maySign = can("sign_facts");
  const view = labelView(labels, readState(asked.state), maySign ? session : null);
  return <LabelPage view={view} done={done} csrf={csrf} action={maySign ? signFact : null} />;
}
