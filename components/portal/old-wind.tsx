import type { WindAge } from "@/components/portal/use-old-wind";
import { WindToMeasure } from "@/components/portal/wind-to-measure";
import { LocalTime } from "@/components/ui/local-time";
import type { OldWindWords } from "@/lib/views/portal/drift-page-words";

interface Props {
  age: Pick<WindAge, "oldAt" | "isMeasured" | "setMeasured">;
  text: OldWindWords;
}

/** The wind in a form is of an earlier time: it is put on record once someone has measured the same now. */
export const OldWind = ({ age: { oldAt, isMeasured, setMeasured }, text }: Props) =>
  oldAt === null ? null : (
    <WindToMeasure kind="old" label={text.measured} isMeasured={isMeasured} say={setMeasured}>
      <p>
        {text.windOf} <LocalTime at={oldAt} />. {text.measureAgain}
      </p>
    </WindToMeasure>
  );
