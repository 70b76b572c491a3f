import { allPages } from "@/app/docs/content";
import { llmsText } from "@/lib/documentation/pages";
import { getDeps } from "@/lib/runtime/deps";

/** An index of the documentation for assistants. */
export async function GET(): Promise<Response> {
  const { env } = await getDeps();
  return new Response(llmsText(await allPages(), env.PUBLIC_URLS[0] ?? ""), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=300" },
  });
}
