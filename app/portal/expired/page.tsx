import { getDeps } from "@/lib/runtime/deps";
import { openReturnUrl } from "@/lib/usecases/portal/session";

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Where every refused link and session ends, in the same words. */
export default async function ExpiredPage({ searchParams }: Props) {
  const { back } = await searchParams;
  const returnUrl = typeof back === "string" ? await openReturnUrl(await getDeps(), back) : null;
  return (
    <main>
      <h1>This link does not work</h1>
      <p>It has expired, or it is not complete. Open the field in your farm software again to get a new one.</p>
      {returnUrl === null ? null : (
        <p>
          <a href={returnUrl}>Back to your farm software</a>
        </p>
      )}
    </main>
  );
}
