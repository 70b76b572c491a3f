import type { NextRequest } from "next/server";
import { requireOperator } from "@/app/console/access";
import { previewCsv } from "@/lib/http/console/preview-csv";

interface Context {
  params: Promise<{ previewId: string }>;
}

/** What a preview found, or the part that its page is narrowed to, as a table. */
export async function GET(request: NextRequest, { params }: Context): Promise<Response> {
  const { deps } = await requireOperator("read");
  return previewCsv(deps, (await params).previewId, new URL(request.url).searchParams);
}
