import type { OverallStatus } from "@/lib/domain/compliance";
import type { ReportKind } from "@/lib/domain/report";
import type { RecordedChange, Verified, VerifiedRecord } from "@/lib/domain/verified-report";
import { wordsIn } from "@/lib/views/language";

interface VerifyWords {
  states: Record<Exclude<Verified, VerifiedRecord>["state"], { title: string; text: string }>;
  broken: { title: string; text: string };
  kinds: Record<ReportKind, string>;
  standings: Record<OverallStatus, string>;
  changes: Record<RecordedChange["what"], string>;
  lastOn: (change: string, time: string) => string;
  first: string;
  report: string;
  field: string;
  standing: string;
  changedSince: string;
  otherChange: string;
  heading: string;
  hash: string;
  about: string;
}

/** What the page says to who holds a report. */
export const words = wordsIn<VerifyWords>({
  en: {
    states: {
      current: {
        title: "Known, and unchanged",
        text: "A report of this record was given out by this service, and the record saved today is the same.",
      },
      changed: {
        title: "Known, and changed since",
        text:
          "A report of this record was given out by this service. What is saved for the field and year is no longer the " +
          "same: ask for a new report to see what it is now.",
      },
      uncompared: {
        title: "Known, and no longer compared",
        text:
          "A report of this record was given out by this service. We can no longer tell whether the record is still the same: " +
          "the field is closed, or records are kept in another form now.",
      },
      ended: {
        title: "Known once, and no longer kept",
        text:
          "A report or a signed record with this number was made by this service, and is no longer kept: it was erased, or the time to " +
          "keep it is over. We cannot tell you what it said.",
      },
      unknown: {
        title: "Not known",
        text: "This service has given out no report, and keeps no signed record, with this number. Compare it with the one printed there, letter by letter.",
      },
      malformed: {
        title: "Not a report's number",
        text: "The number of a report has 64 characters, 0 to 9 and a to f. Part of the address may be missing.",
      },
    },
    broken: {
      title: "Do not rely on this answer",
      text:
        "The log of record hashes does not hold together: someone altered what this service keeps. Tell the people who run it, " +
        "and hold the report against a copy that was kept elsewhere.",
    },
    kinds: { runoff: "Runoff report", trait: "Trait program report" },
    standings: { met: "Met", not_met: "Not met", indeterminate: "Not settled", not_applicable: "Not asked for" },
    changes: {
      checked: "An application was checked again",
      computed: "Drift buffers were worked out",
      recorded: "The record of an application was written or signed",
      selection: "Runoff measures",
      exemption: "Runoff exemptions",
      drift_claim: "Drift practices",
      drawn_feature: "Drawn areas",
      downslope: "Downslope edges",
      reviewed: "Limitation texts marked as read",
      attestation: "Answers of the applicator",
    },
    lastOn: (change, time) => `${change}, last on ${time}`,
    first: "First given out",
    report: "Report",
    field: "Field",
    standing: "Standing of this record",
    changedSince: "What changed since",
    otherChange: "The field or an application was sent again with other facts, or something was taken back.",
    heading: "Verify a report or a record",
    hash: "Record SHA-256",
    about:
      "This page compares numbers. It does not show whether a report on paper or a file was altered: compare its words " +
      "with those of the original, or of a new report. A PDF that says it is signed shows by itself whether it was " +
      "altered, in a program that checks signatures.",
  },
  es: {
    states: {
      current: {
        title: "Conocido y sin cambios",
        text: "Este servicio entregó un informe de este registro, y el registro guardado hoy es el mismo.",
      },
      changed: {
        title: "Conocido, y cambió después",
        text:
          "Este servicio entregó un informe de este registro. Lo que está guardado para el campo y el año ya no es lo mismo: " +
          "pida un informe nuevo para ver qué es ahora.",
      },
      uncompared: {
        title: "Conocido, y ya no se compara",
        text:
          "Este servicio entregó un informe de este registro. Ya no podemos decir si el registro sigue siendo el mismo: " +
          "el campo está cerrado, o ahora los registros se guardan de otra forma.",
      },
      ended: {
        title: "Conocido antes, y ya no se guarda",
        text:
          "Este servicio hizo un informe o un registro firmado con este número, y ya no lo guarda: se borró, o terminó el plazo para " +
          "guardarlo. No podemos decirle qué decía.",
      },
      unknown: {
        title: "No se conoce",
        text: "Este servicio no ha entregado ningún informe ni guarda ningún registro firmado con este número. Compárelo letra por letra con el que está impreso.",
      },
      malformed: {
        title: "No es el número de un informe",
        text: "El número de un informe tiene 64 caracteres, de 0 a 9 y de a a f. Puede faltar una parte de la dirección.",
      },
    },
    broken: {
      title: "No confíe en esta respuesta",
      text:
        "La bitácora de hashes de registros no es consistente: alguien alteró lo que guarda este servicio. Avise a quienes lo operan " +
        "y compare el informe con una copia guardada en otro lugar.",
    },
    kinds: { runoff: "Informe de escorrentía", trait: "Informe del programa de rasgos" },
    standings: {
      met: "Cumplido",
      not_met: "No cumplido",
      indeterminate: "Por resolver",
      not_applicable: "No se pide nada",
    },
    changes: {
      checked: "Se verificó de nuevo una aplicación",
      computed: "Se calcularon zonas de amortiguamiento por deriva",
      recorded: "Se escribió o firmó el registro de una aplicación",
      selection: "Medidas contra la escorrentía",
      exemption: "Exenciones de escorrentía",
      drift_claim: "Prácticas contra la deriva",
      drawn_feature: "Áreas dibujadas",
      downslope: "Bordes pendiente abajo",
      reviewed: "Textos de limitaciones marcados como leídos",
      attestation: "Respuestas del aplicador",
    },
    lastOn: (change, time) => `${change}, por última vez el ${time}`,
    first: "Entregado por primera vez",
    report: "Informe",
    field: "Campo",
    standing: "Cómo está este registro",
    changedSince: "Qué cambió después",
    otherChange: "El campo o una aplicación se envió de nuevo con otros datos, o se retiró algo.",
    heading: "Verificar un informe o un registro",
    hash: "SHA-256 del registro",
    about:
      "Esta página compara números. No muestra si se alteró un informe en papel o un archivo: compare su texto con el del " +
      "original, o con el de un informe nuevo. Un PDF que dice estar firmado muestra por sí mismo si se alteró, en un programa " +
      "que revisa firmas.",
  },
});
