import { headers } from "next/headers";
import { ButtonLink } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { notFoundWords } from "@/lib/views/console/not-found";

/** In place of a page about something that there is not. */
export default async function NotFoundPage() {
  const path = (await headers()).get("x-hedgerow-path") ?? "";
  const { what, advice, href, link } = notFoundWords(path);
  return (
    <>
      <h1>Not found</h1>
      <Notice tone="warn" title={what}>
        <p>{advice}</p>
      </Notice>
      <ButtonLink href={href}>{link}</ButtonLink>
    </>
  );
}
