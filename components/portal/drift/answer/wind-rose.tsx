"use client";

import { lazy, Suspense, useState, type ReactNode } from "react";
import type { MomentBody } from "@/lib/portal-client/moment";
import { useAllWinds } from "@/components/portal/drift/conditions/use-kept-winds";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { RosePoint } from "@/lib/views/portal/drift";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    title: "All winds",
    what: "How much of the field would lie outside the buffer with wind from each of 16 directions, at the speed and with the set-up above.",
    workOut: "Work out all winds",
    loading: "The figures are loading.",
    workingItOut: "Working it out.",
    updating: "Updating; these are the figures of earlier conditions.",
    nothing: "No buffer can be placed with this set-up, so there is nothing to compare.",
  },
  es: {
    title: "Todos los vientos",
    what: "Cuánto del campo quedaría fuera de la zona de amortiguamiento con viento de cada una de 16 direcciones, a la velocidad y con la configuración de arriba.",
    workOut: "Calcular todos los vientos",
    loading: "Las cifras se están cargando.",
    workingItOut: "Calculando.",
    updating: "Actualizando; estas son las cifras de condiciones anteriores.",
    nothing:
      "Con esta configuración no se puede ubicar ninguna zona de amortiguamiento, así que no hay nada que comparar.",
  },
});

/** Fetched when someone asks for all winds: those of the saved answer are drawn by the server. */
const Rose = lazy(async () => ({ default: (await import("@/components/portal/drift/answer/rose")).Rose }));

interface Props {
  path: string;
  body: MomentBody | null;
  /** Of the last saved answer, drawn; null where it was not asked for. */
  saved: ReactNode;
  isOnline: boolean;
}

/** The share of the field outside the buffer for wind from each of 16 directions, at the speed and set-up that are set. */
export function WindRose({ path, body, saved, isOnline }: Props) {
  const [isAsked, setAsked] = useState(false);
  const { data: known = null, isReading, error } = useAllWinds(path, body, isAsked && isOnline);
  const data = isAsked ? known : null;
  return (
    <Card title={words().title} id="all-winds">
      <p>{words().what}</p>
      {isAsked ? null : (
        <Button disabled={body === null || !isOnline} onClick={() => setAsked(true)}>
          {words().workOut}
        </Button>
      )}
      <p role="status">{statusOf({ isAsked, isReading, rose: data, error })}</p>
      {data === null ? (
        saved
      ) : (
        <Suspense fallback={saved ?? <p>{words().loading}</p>}>
          <Rose rose={data} />
        </Suspense>
      )}
    </Card>
  );
}

interface RoseState {
  isAsked: boolean;
  isReading: boolean;
  rose: RosePoint[] | null;
  error: Error | null;
}

function statusOf({ isAsked, isReading, rose, error }: RoseState): string {
  if (!isAsked) return "";
  if (isReading) return rose === null ? words().workingItOut : words().updating;
  if (error !== null) return error.message;
  return rose === null ? words().nothing : "";
}
