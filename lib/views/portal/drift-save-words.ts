import { wordsIn } from "@/lib/views/language";

/** What the way to save conditions says: with the page, as `drift-page-words.ts`. */
export interface SaveWords {
  use: string;
  useWhat: string;
  note: string;
  noteWhat: string;
  saving: string;
  saved: string;
  noted: string;
  waits: string;
  notSaved: string;
  stillHere: string;
  again: string;
  letGo: string;
  confirmFirst: string;
  answerFirst: string;
}

export const driftSaveWords = wordsIn<SaveWords>({
  en: {
    use: "Use these conditions",
    useWhat: "Puts wind, set-up and buffers on record for this application. A record is not a clearance to apply.",
    note: "Note these conditions",
    noteWhat:
      "Keeps wind and set-up on this device with the time. The buffer is worked out and put on record when the connection is back. A note is not a clearance to apply.",
    saving: "Saving",
    saved: "Saved",
    noted: ", noted",
    waits: ": kept on this device, waiting for a connection",
    notSaved: "Not saved",
    stillHere: "What you typed is still here.",
    again: "Save these conditions again",
    letGo: "Let it go",
    confirmFirst: "Measure this wind at the sprayer now and say so above, or set what you measured.",
    answerFirst: "Wait for the answer to these conditions.",
  },
  es: {
    use: "Usar estas condiciones",
    useWhat:
      "Pone el viento, la configuración y las zonas de amortiguamiento en el registro de esta aplicación. Un registro no es una autorización para aplicar.",
    note: "Anotar estas condiciones",
    noteWhat:
      "Guarda el viento y la configuración en este dispositivo con la hora. La zona de amortiguamiento se calcula y se pone en el registro cuando vuelva la conexión. Una nota no es una autorización para aplicar.",
    saving: "Guardando",
    saved: "Guardado,",
    noted: ", anotado,",
    waits: ": guardado en este dispositivo, esperando conexión",
    notSaved: "No se guardó",
    stillHere: "Lo que usted escribió sigue aquí.",
    again: "Guardar estas condiciones de nuevo",
    letGo: "Descartar",
    confirmFirst: "Mida este viento ahora en la aspersora y dígalo arriba, o indique lo que midió.",
    answerFirst: "Espere la respuesta a estas condiciones.",
  },
});
