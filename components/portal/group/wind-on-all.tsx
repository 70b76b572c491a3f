"use client";

import { useState } from "react";
import {
  parsedDirection,
  parsedSpeed,
  readWind,
  type Parsed,
} from "@/components/portal/drift/conditions/typed-numbers";
import type { OneField, PartProps } from "@/components/portal/group/use-batch";
import { OldWind } from "@/components/portal/old-wind";
import { useWindAge } from "@/components/portal/use-old-wind";
import { Button } from "@/components/ui/button";
import { controlClass, describedBy, Field } from "@/components/ui/field";
import { momentNow, notedTimes, type WindMoment } from "@/lib/portal-client/server-clock";
import { wordsIn } from "@/lib/views/language";
import { WIND_FAULTS } from "@/lib/views/portal/wind-faults";
import type { OldWindWords } from "@/lib/views/portal/drift-page-words";
import type { GroupWorkField } from "@/lib/views/portal/group-work";
import { counted } from "@/lib/views/words";
import styles from "./group-work.module.css";

const words = wordsIn({
  en: {
    wind: (fromDeg: number, mph: number) => `Wind from ${fromDeg}°, ${mph} mph`,
    windFrom: "Wind from, degrees or letters",
    notFrom: WIND_FAULTS.en.windDirection,
    windSpeed: "Wind speed, mph",
    notSpeed: WIND_FAULTS.en.windSpeed,
    noteOn: (fields: number) => `Note this wind on ${counted(fields, "field")}`,
  },
  es: {
    wind: (fromDeg, mph) => `Viento desde ${fromDeg}°, ${mph} mph`,
    windFrom: "Viento desde, grados o letras",
    notFrom: WIND_FAULTS.es.windDirection,
    windSpeed: "Velocidad del viento, mph",
    notSpeed: WIND_FAULTS.es.windSpeed,
    noteOn: (fields) => `Anotar este viento en ${counted(fields, "campo")}`,
  },
});

type Air = NonNullable<ReturnType<typeof readWind>>;

/** One wind on all fields that are chosen. It grows old as one on a field's own page does. */
export function WindOnAll({ chosen, canRun, run, oldWind }: PartProps & { oldWind: OldWindWords }) {
  const [wind, setWind] = useState({ from: "", mph: "" });
  const [set, setSet] = useState<WindMoment | null>(null);
  const age = useWindAge(set);
  const air = readWind(wind);
  const change = (part: Partial<typeof wind>): void => {
    setWind({ ...wind, ...part });
    setSet(momentNow());
  };
  const note = (): void => {
    if (air === null || age.isStale) return;
    run(
      words().wind(air.fromDeg, air.mph),
      chosen.map((field) => windOn(field, air, age.read)),
    );
  };
  return (
    <>
      <div className={styles.pair}>
        <Box
          id="group-wind"
          label={words().windFrom}
          value={wind.from}
          read={(text) => parsedDirection(text, words().notFrom)}
          set={(from) => change({ from })}
        />
        <Box
          id="group-mph"
          label={words().windSpeed}
          isNumber
          value={wind.mph}
          read={(text) => parsedSpeed(text, words().notSpeed)}
          set={(mph) => change({ mph })}
        />
      </div>
      <div id="group-wind-old" role="status">
        {air === null ? null : <OldWind age={age} text={oldWind} />}
      </div>
      <Button
        disabled={!canRun || air === null}
        aria-disabled={!canRun || air === null || age.isStale}
        aria-describedby={age.isStale ? "group-wind-old" : undefined}
        onClick={note}
      >
        {words().noteOn(chosen.length)}
      </Button>
    </>
  );
}

interface BoxProps {
  id: string;
  label: string;
  isNumber?: boolean;
  value: string;
  read: (text: string) => Parsed;
  set: (text: string) => void;
}

/** What is wrong with what was typed is said at its box; nothing while that is empty. */
function Box({ id, label, isNumber = false, value, read, set }: BoxProps) {
  const { fault: wrong } = read(value);
  const fault = value.trim() === "" || wrong === undefined ? {} : { error: wrong };
  return (
    <Field id={id} label={label} {...fault}>
      <input
        id={id}
        className={controlClass}
        inputMode={isNumber ? "decimal" : undefined}
        value={value}
        aria-invalid={"error" in fault}
        aria-describedby={describedBy(id, fault)}
        onChange={({ target }) => set(target.value)}
      />
    </Field>
  );
}

function windOn(field: GroupWorkField, { fromDeg, mph }: Air, read: WindMoment | null): OneField {
  const { fieldId, year, applicationEventId } = field;
  const moment = { application_event_id: applicationEventId, wind_direction_deg: fromDeg, wind_speed_mph: mph };
  const times = { observedAt: null, ...notedTimes(read) };
  return { field, body: { kind: "conditions", fieldId, year, applicationEventId, moment, basis: null, ...times } };
}
