import type { Metadata } from "next";
import { UnsentChanges } from "@/components/portal/offline/unsent-changes";
import { Refused } from "@/components/portal/refused/refused";
import { getDeps } from "@/lib/runtime/deps";
import { openReturnUrl } from "@/lib/usecases/portal/session";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: { signedOut: "Signed out · Hedgerow", noLink: "This link does not work · Hedgerow" },
  es: { signedOut: "Sesión cerrada · Hedgerow", noLink: "Este enlace no funciona · Hedgerow" },
});

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { "signed-out": signedOut } = await searchParams;
  return { title: signedOut === "1" ? words().signedOut : words().noLink };
}

/** Where every refused link and every session ends: the words do not tell one refusal from another. */
export default async function ExpiredPage({ searchParams }: Props) {
  const { back, "signed-out": signedOut } = await searchParams;
  const isSignedOut = signedOut === "1";
  const returnUrl = typeof back === "string" ? await openReturnUrl(await getDeps(), back) : null;
  const query = new URLSearchParams({
    ...(returnUrl === null ? {} : { back: String(back) }),
    ...(isSignedOut ? { "signed-out": "1" } : {}),
  });
  const here = query.size === 0 ? "/portal/expired" : `/portal/expired?${query}`;
  return (
    <Refused isSignedOut={isSignedOut} returnUrl={returnUrl} here={here}>
      <UnsentChanges />
    </Refused>
  );
}
