import type { NoticeTone } from "@/components/ui/notice";
import type { VerifiedRecord } from "@/lib/domain/verified-report";
import { wordsIn } from "@/lib/views/language";
import { counted } from "@/lib/views/words";

interface RecordWords {
  answers: Record<"broken" | "altered" | "corrected" | "signed", { tone: NoticeTone; title: string; text: string }>;
  additions: Record<VerifiedRecord["additions"][number]["what"], (count: number, lastAt: string) => string>;
  completeOf: (complete: number, total: number) => string;
  hash: string;
  signedAt: string;
  field: string;
  appliedOn: string;
  complete: string;
  keptUntil: string;
  closed: string;
  since: string;
  about: string;
}

/** What the page says to who holds a signed record of an application. */
export const words = wordsIn<RecordWords>({
  en: {
    answers: {
      broken: {
        tone: "bad",
        title: "Do not rely on this answer",
        text:
          "The log of record hashes does not hold together: someone altered what this service keeps. Tell the people who " +
          "run it, and hold the record against a copy that was kept elsewhere.",
      },
      altered: {
        tone: "bad",
        title: "Known, and altered here",
        text:
          "An applicator signed a record with this number, but what this service keeps of it is not what was signed. Tell " +
          "the people who run it, and hold the record against a copy that was kept elsewhere.",
      },
      corrected: {
        tone: "warn",
        title: "Signed, with additions since",
        text: "This is a record of application that an applicator signed. It stands as it was signed, and more was written beside it since.",
      },
      signed: {
        tone: "info",
        title: "Signed, and nothing added since",
        text: "This is a record of application that an applicator signed. It stands as it was signed.",
      },
    },
    additions: {
      added: (count, lastAt) => `${counted(count, "entry", "entries")} added, the last on ${lastAt}`,
      corrected: (count, lastAt) => `${counted(count, "correction")}, the last on ${lastAt}`,
      taken_out: (count, lastAt) => `${counted(count, "entry", "entries")} taken out, the last on ${lastAt}`,
    },
    completeOf: (complete, total) => `${complete} of ${total} items, as it was signed`,
    hash: "Record SHA-256",
    signedAt: "Signed",
    field: "Field",
    appliedOn: "Day of application",
    complete: "Complete",
    keptUntil: "To be kept until",
    closed: "The field is closed, so this page says nothing more of the record.",
    since: "What came after the signature",
    about:
      "This page compares numbers. What the record says, and who signed it, stand in the record itself: ask the applicator " +
      "or the farm software for it, and compare its SHA-256 with the one above.",
  },
  es: {
    answers: {
      broken: {
        tone: "bad",
        title: "No confíe en esta respuesta",
        text:
          "La bitácora de hashes de registros no es consistente: alguien alteró lo que guarda este servicio. Avise a quienes lo " +
          "operan y compare el registro con una copia guardada en otro lugar.",
      },
      altered: {
        tone: "bad",
        title: "Conocido, y alterado aquí",
        text:
          "Un aplicador firmó un registro con este número, pero lo que este servicio guarda de él no es lo que se firmó. Avise a " +
          "quienes lo operan y compare el registro con una copia guardada en otro lugar.",
      },
      corrected: {
        tone: "warn",
        title: "Firmado, con agregados después",
        text: "Este es un registro de aplicación que firmó un aplicador. Sigue tal como se firmó, y después se anotó más a su lado.",
      },
      signed: {
        tone: "info",
        title: "Firmado, sin nada agregado después",
        text: "Este es un registro de aplicación que firmó un aplicador. Sigue tal como se firmó.",
      },
    },
    additions: {
      added: (count, lastAt) => `${counted(count, "dato agregado", "datos agregados")}, el último el ${lastAt}`,
      corrected: (count, lastAt) => `${counted(count, "corrección", "correcciones")}, la última el ${lastAt}`,
      taken_out: (count, lastAt) => `${counted(count, "dato retirado", "datos retirados")}, el último el ${lastAt}`,
    },
    completeOf: (complete, total) => `${complete} de ${total} datos, tal como se firmó`,
    hash: "SHA-256 del registro",
    signedAt: "Firmado",
    field: "Campo",
    appliedOn: "Día de la aplicación",
    complete: "Completo",
    keptUntil: "Guardar hasta el",
    closed: "El campo está cerrado; por eso esta página no dice nada más del registro.",
    since: "Qué se anotó después de la firma",
    about:
      "Esta página compara números. Lo que dice el registro y quién lo firmó está en el propio registro: pídalo al aplicador o " +
      "al programa agrícola, y compare su SHA-256 con el de arriba.",
  },
});
