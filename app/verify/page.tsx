import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { VerifyStart } from "@/components/report/verify-start";
import { recordHashIn } from "@/lib/domain/report";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: { title: "Verify a report · Hedgerow" },
  es: { title: "Verificar un informe · Hedgerow" },
});

export const generateMetadata = (): Metadata => ({ title: words().title });

interface Asked {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Where someone with a report on paper types its number. */
export default async function VerifyStartPage({ searchParams }: Asked) {
  const { hash } = await searchParams;
  const typed = typeof hash === "string" ? hash : "";
  const found = recordHashIn(typed);
  if (found !== null) redirect(`/verify/${found}`);
  return <VerifyStart typed={typed} />;
}
