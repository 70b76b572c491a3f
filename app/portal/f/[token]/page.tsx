import { StandingLine } from "@/components/portal/standing-line";
import { getDeps } from "@/lib/runtime/deps";
import { openLink } from "@/lib/usecases/portal/open-link";

export const dynamic = "force-dynamic";

/** What a portal link opens: for now the field's name. */
export default async function PortalField({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const opened = await openLink(await getDeps(), token);
  if ("field" in opened) {
    return (
      <main>
        <h1>{opened.field.fieldName}</h1>
        <StandingLine />
      </main>
    );
  }
  return (
    <main>
      <h1>This link does not work</h1>
      <p>
        {opened.refusal === "expired"
          ? "It has expired. Open the field in your farm software again to get a new one."
          : "It is not valid. Use the link from your farm software exactly as it was given."}
      </p>
      {opened.refusal === "expired" && opened.returnUrl !== null ? (
        <p>
          <a href={opened.returnUrl}>Back to your farm software</a>
        </p>
      ) : null}
    </main>
  );
}
