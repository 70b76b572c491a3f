import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireOperator } from "@/app/console/access";
import { ProviderUsage } from "@/components/console/provider-usage";
import { readProvider } from "@/lib/usecases/operations/manage-providers";
import { watchUsage } from "@/lib/usecases/usage/read-usage";

interface Props {
  params: Promise<{ providerId: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { providerId } = await params;
  return { title: `Usage of ${providerId} · Hedgerow console` };
}

/** What a provider uses: bulk items and jobs, what failed or was refused, and routes that will end. */
export default async function UsagePage({ params }: Props) {
  const { deps } = await requireOperator("read");
  const { providerId } = await params;
  const provider = await readProvider(deps.db, providerId);
  if (provider === null) notFound();
  return <ProviderUsage name={provider.name} usage={await watchUsage(deps, providerId)} />;
}
