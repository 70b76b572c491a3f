import { allPages } from "@/app/docs/content";

/** The Markdown twin of each page, which `next.config.js` leads here from `/docs/....md`. */
export async function GET(_request: Request, { params }: { params: Promise<{ path?: string[] }> }): Promise<Response> {
  const wanted = ["/docs", ...((await params).path ?? [])].join("/");
  const page = (await allPages()).find(({ path }) => path === wanted);
  if (page === undefined) return new Response("There is no such page.\n", { status: 404 });
  return new Response(page.markdown, {
    headers: { "Content-Type": "text/markdown; charset=utf-8", "Cache-Control": "public, max-age=300" },
  });
}
