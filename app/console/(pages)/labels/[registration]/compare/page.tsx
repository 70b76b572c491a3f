import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireOperator } from "@/app/console/access";
import { LabelDiff } from "@/components/console/labels/label-diff";
import { diffView } from "@/lib/pages/console/labels";
import { readLabelBook } from "@/lib/usecases/labels/label-book";
import { readProductLabels } from "@/lib/usecases/labels/read-labels";
import { oneOf } from "@/lib/views/console/queries";

export const metadata: Metadata = { title: "Compare editions · Hedgerow console" };

interface Props {
  params: Promise<{ registration: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The same words as `npm run labels -- diff`. */
export default async function ComparePage({ params, searchParams }: Props) {
  const { deps } = await requireOperator("read");
  const book = await readLabelBook();
  const labels = book === null ? null : await readProductLabels(deps.db, book, (await params).registration);
  const { from, to } = await searchParams;
  const view = labels === null ? null : diffView(labels, oneOf(from), oneOf(to));
  if (view === null) notFound();
  return <LabelDiff view={view} />;
}
