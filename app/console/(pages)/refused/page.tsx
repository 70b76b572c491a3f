import type { Metadata } from "next";
import { requireOperator } from "@/app/console/access";
import { Notice } from "@/components/ui/notice";
import { ROLE_NAMES } from "@/lib/views/console/pages";

export const metadata: Metadata = { title: "Not yours to open · Hedgerow console" };

/** Where a page leads that the role does not include. */
export default async function RefusedPage() {
  const { session } = await requireOperator("read");
  return (
    <>
      <h1>Your role does not include this page</h1>
      <Notice tone="warn" title={`You are signed in as ${ROLE_NAMES[session.role].toLowerCase()}.`}>
        <p>Ask the person who runs this service if you need it.</p>
      </Notice>
    </>
  );
}
