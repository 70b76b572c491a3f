import type { Metadata } from "next";
import { headers } from "next/headers";
import { VerifyAnswer } from "@/components/report/verify-answer";
import { isWithinPageLimit } from "@/lib/http/page-limit";
import { getDeps } from "@/lib/runtime/deps";
import { verifyReport } from "@/lib/usecases/reports/verify-report";

export const metadata: Metadata = { title: "Verify a report · Hedgerow" };

/** Whether a report's record is known and unchanged. Open to anyone who holds a report; it tells nothing else. */
export default async function VerifyPage({ params }: { params: Promise<{ hash: string }> }) {
  const { hash } = await params;
  const deps = await getDeps();
  if (!(await isWithinPageLimit(deps, await headers())))
    return <VerifyAnswer hash={hash} verified={{ state: "limited" }} />;
  return <VerifyAnswer hash={hash} verified={await verifyReport(deps, hash)} />;
}
