import { RecheckNote } from "@/app/portal/g/[grant]/[fieldId]/recheck-note";
import { requireFieldYear, type FieldPageProps } from "@/app/portal/g/[grant]/session";
import { Limitations } from "@/components/portal/limitations/limitations";
import { Notice } from "@/components/ui/notice";
import { refusalInWords } from "@/lib/http/portal/refusals";
import { limitationsView } from "@/lib/pages/portal/limitations";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: { title: "Limitations", notSaved: "The mark was not saved" },
  es: { title: "Limitaciones", notSaved: "La marca no se guardó" },
});

interface Props extends FieldPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The text of every limitation that binds the application. */
export default async function LimitationsPage(props: Props) {
  const opened = await requireFieldYear(props);
  const { session, place } = opened;
  const { refused } = await props.searchParams;
  const refusal = refusalInWords(typeof refused === "string" ? refused : undefined);
  return (
    <>
      <h1>{words().title}</h1>
      <RecheckNote {...opened} />
      {refusal === null ? null : (
        <Notice tone="bad" title={words().notSaved}>
          <p>{refusal}</p>
        </Notice>
      )}
      <Limitations view={await limitationsView(session, place)} />
    </>
  );
}
