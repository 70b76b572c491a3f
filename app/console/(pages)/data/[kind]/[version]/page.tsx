import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireOperator } from "@/app/console/access";
import { switchSet } from "@/app/console/(pages)/data/[kind]/[version]/actions";
import { previewSet } from "@/app/console/(pages)/data/previews/actions";
import { SetComparison } from "@/components/console/data/set-comparison";
import { comparisonView } from "@/lib/pages/console/data";
import { compareSets } from "@/lib/usecases/data-sets/compare-sets";

export const metadata: Metadata = { title: "Switch a data set · Hedgerow console" };

interface Props {
  params: Promise<{ kind: string; version: string }>;
}

/** What a switch to one set would change, and the step that confirms it. */
export default async function SwitchPage({ params }: Props) {
  const { deps, csrf, can } = await requireOperator("read");
  const { kind, version } = await params;
  const found = await compareSets(deps.db, kind, decodeURIComponent(version));
  if (found === null) notFound();
  const actions = {
    switchSet: can("switch_data") ? switchSet : null,
    previewSet: can("preview_data") ? previewSet : null,
  };
  return <SetComparison kind={kind} view={comparisonView(found)} csrf={csrf} actions={actions} />;
}
