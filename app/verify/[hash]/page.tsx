import type { Metadata } from "next";
import { VerifyAnswer } from "@/components/report/verify-answer";
import { getDeps } from "@/lib/runtime/deps";
import { wordsIn } from "@/lib/views/language";
import { verifyReport } from "@/lib/usecases/reports/verify-report";

const words = wordsIn({
  en: { title: "Verify a report · Hedgerow" },
  es: { title: "Verificar un informe · Hedgerow" },
});

export const generateMetadata = (): Metadata => ({ title: words().title });

/** Whether a report's record is known and unchanged. Open to anyone who holds a report; it tells nothing else. */
export default async function VerifyPage({ params }: { params: Promise<{ hash: string }> }) {
  const { hash } = await params;
  return <VerifyAnswer hash={hash} verified={await verifyReport(await getDeps(), hash)} />;
}
