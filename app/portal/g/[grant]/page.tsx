import { redirect } from "next/navigation";
import { requireSession } from "@/app/portal/g/[grant]/session";

/** The address of a session without a page leads to the field of its link. */
export default async function GrantPage({ params }: { params: Promise<{ grant: string }> }) {
  const { grant } = await params;
  const session = await requireSession(grant);
  const application = session.applicationEventId === null ? "" : `?application=${session.applicationEventId}`;
  redirect(`/portal/g/${grant}/${session.fieldId}${application}`);
}
