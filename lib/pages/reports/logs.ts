import type { RecordFlag, RecordItem, RecordSet, StandingPhoto } from "@/lib/domain/application-record";
import type { ReportBlock, ReportColumn, ReportSection } from "@/lib/domain/report";
import {
  column,
  columnOf,
  count,
  dayText,
  hashText,
  listText,
  NONE,
  table,
  type TimeText,
} from "@/lib/pages/reports/words";
import type { RecordedApplication, RecordedLog, ReportRecord } from "@/lib/usecases/reports/record";
import { documentName, placeInDocument } from "@/lib/views/documents";
import { wordsIn } from "@/lib/views/language";
import { weatherFacts } from "@/lib/views/record-weather";
import { isInEnglishOnly, sentInWords, valueInWords } from "@/lib/views/portal/record-values";
import { photoInWords } from "@/lib/views/portal/photo-words";
import { isEnglishText, tableText } from "@/lib/views/vocabulary/table-text";
import { partInWords, sourceInWords, statementInWords } from "@/lib/views/portal/record-words";

const words = wordsIn({
  en: {
    number: "No.",
    askedFor: "Asked for",
    recorded: "Recorded",
    known: "Known",
    added: "Added",
    inPlaceOf: "In place of",
    when: "When",
    limit: "Limit",
    product: "Product",
    intro:
      "What was written down of an application, and what the check and the computation know of it. Values outside a limit are true and stay.",
    heading: "Record of application",
    application: (id: string) => `Application ${id}`,
    list: (title: string, id: string) => `${title}, of application ${id}`,
    sources: (sources: string) => `Asked for by: ${sources}.`,
    inEnglish: "Its values were written in English when it was signed.",
    outside: "Outside a limit, or not as it was checked",
    afterSignature: "Added after the signature",
    missing: (parts: string) => `Missing: ${parts}`,
    weather: "Weather kept with the record",
    photos: "Photos",
    photosNote:
      "As the applicator took or chose them, with the day and the clock of the device. What a camera writes into its files is not kept.",
    photoHash: (hash: string) => `SHA-256 of the picture: ${hash}`,
    photoAdded: "Added after the signature",
    notDrawn: "Not shown here: the record has the picture.",
    weatherBeside: "As it was read then. What the applicator wrote down counts before it.",
    record: "Record",
    complete: (complete: number, total: number, title: string) => `${complete} of ${total} items (${title})`,
    writtenBy: "To be written by",
    due: (day: string, title: string) => `${day} (${title})`,
    keptUntil: "To be kept until",
    signed: "Signed",
    notSigned: "Not signed",
    signedHash: "SHA-256 of what was signed",
    unread: "Lists that no one has read here",
    point: (points: number) => `${count(points, "point")} of the label for keeping it`,
    rests: (complete: number, total: number) => `rests on this record: ${complete} of ${total}`,
  },
  es: {
    number: "N.º",
    askedFor: "Qué se pide",
    recorded: "Qué se registró",
    known: "De dónde se sabe",
    added: "Agregado",
    inPlaceOf: "En lugar de",
    when: "Cuándo",
    limit: "Límite",
    product: "Producto",
    intro:
      "Lo que se anotó de una aplicación, y lo que saben de ella la verificación y el cálculo. Los valores fuera de un límite son verdaderos y se quedan.",
    heading: "Registro de la aplicación",
    application: (id) => `Aplicación ${id}`,
    list: (title, id) => `${title}, de la aplicación ${id}`,
    sources: (sources) => `Lo pide: ${sources}.`,
    inEnglish: "Sus valores se escribieron en inglés cuando se firmó.",
    outside: "Fuera de un límite, o no como se verificó",
    afterSignature: "Agregado después de la firma",
    missing: (parts) => `Falta: ${parts}`,
    weather: "Estado del tiempo guardado con el registro",
    photos: "Fotos",
    photosNote:
      "Como el aplicador las tomó o eligió, con el día y la hora del dispositivo. Lo que una cámara escribe en sus archivos no se guarda.",
    photoHash: (hash) => `SHA-256 de la imagen: ${hash}`,
    photoAdded: "Agregada después de la firma",
    notDrawn: "No se muestra aquí: el registro tiene la imagen.",
    weatherBeside: "Tal como se leyó entonces. Lo que anotó el aplicador tiene prioridad.",
    record: "Registro",
    complete: (complete, total, title) => `${complete} de ${total} datos (${title})`,
    writtenBy: "Escribir a más tardar el",
    due: (day, title) => `${day} (${title})`,
    keptUntil: "Guardar hasta el",
    signed: "Firma",
    notSigned: "Sin firmar",
    signedHash: "SHA-256 de lo que se firmó",
    unread: "Listas que nadie ha leído aquí",
    point: (points) => `${count(points, "punto")} de la etiqueta por llevarlo`,
    rests: (complete, total) => `depende de este registro: ${complete} de ${total}`,
  },
});

const recordedColumn = (isInEnglish: boolean, share: number): ReportColumn =>
  isInEnglish ? columnOf("english", words().recorded, share) : column(words().recorded, share);
const itemColumns = (isInEnglish: boolean) => [
  column(words().number, 6),
  column(words().askedFor, 40),
  recordedColumn(isInEnglish, 52),
  column(words().known, 22),
];
const additionColumns = () => [column(words().added, 50), column(words().inPlaceOf, 50), column(words().when, 22)];

/** A limit that an operator entered has no Spanish. */
const limitColumn = (flags: readonly RecordFlag[]): ReportColumn =>
  flags.every(({ limit }) => isEnglishText(limit)) ? columnOf("english", words().limit, 55) : column(words().limit, 55);
const flagColumns = (flags: readonly RecordFlag[], isInEnglish: boolean) => [
  recordedColumn(isInEnglish, 45),
  limitColumn(flags),
  columnOf("name", words().product, 22),
];

/** The record of each application into which something was written; nothing where none was. */
export function logSection({ applications }: ReportRecord, timeText: TimeText): ReportSection[] {
  const drawn = drawnPhotos(applications);
  const blocks = applications.flatMap((application) =>
    application.log === null ? [] : logBlocks(application, application.log, { timeText, drawn }),
  );
  if (blocks.length === 0) return [];
  return [
    { id: "log", heading: words().heading, blocks: [{ kind: "text", text: words().intro, tone: "plain" }, ...blocks] },
  ];
}

/** The most pictures of one report: a small picture has 80 kB at most, and a report that is kept 4 MB. */
const MOST_PICTURES = 24;

/** The first photos of the year, as a report has room for them. */
const drawnPhotos = (applications: readonly RecordedApplication[]): ReadonlySet<StandingPhoto> =>
  new Set(applications.flatMap(({ log }) => log?.photos ?? []).slice(0, MOST_PICTURES));

interface Shown {
  timeText: TimeText;
  drawn: ReadonlySet<StandingPhoto>;
}

function logBlocks(
  { applicationId, applicationEventId }: RecordedApplication,
  log: RecordedLog,
  { timeText, drawn }: Shown,
): ReportBlock[] {
  const { shown } = log;
  const isInEnglish = isInEnglishOnly(shown, log.signed !== null);
  return [
    { kind: "subheading", text: words().application(applicationId) },
    { kind: "facts", facts: factsOf(log, timeText) },
    ...(isInEnglish ? [{ kind: "text", text: words().inEnglish, tone: "quiet" } as const] : []),
    ...shown.sets.flatMap((set): ReportBlock[] => [
      { kind: "subheading", text: tableText(set.title) },
      table(words().list(tableText(set.title), applicationId), itemColumns(isInEnglish), set.items.map(itemRow)),
      { kind: "text", text: words().sources(sourcesText(set)), tone: "quiet" },
    ]),
    ...photoBlocks(log.photos ?? [], applicationEventId, drawn),
    ...weatherBlocks(log, timeText),
    ...flagBlocks(log, applicationId, isInEnglish),
    ...additionBlocks(log, applicationId, timeText),
  ];
}

function photoBlocks(
  photos: readonly StandingPhoto[],
  applicationEventId: string,
  drawn: ReadonlySet<StandingPhoto>,
): ReportBlock[] {
  if (photos.length === 0) return [];
  const shown = photos.map((photo) => ({
    applicationEventId,
    entryId: photo.entryId,
    title: photoInWords(photo),
    notes: [
      words().photoHash(hashText(photo.sha256)),
      ...(photo.isAddition ? [words().photoAdded] : []),
      ...(drawn.has(photo) ? [] : [words().notDrawn]),
    ],
    isDrawn: drawn.has(photo),
  }));
  return [
    { kind: "subheading", text: words().photos },
    { kind: "text", text: words().photosNote, tone: "quiet" },
    { kind: "photos", photos: shown },
  ];
}

/** Documents with the places in them, each once. */
const sourcesText = ({ items }: RecordSet): string =>
  [
    ...new Set(
      items.flatMap(({ sources }) =>
        sources.map(({ title, locator }) => [documentName(title), placeInDocument(locator)].filter(Boolean).join(", ")),
      ),
    ),
  ].join("; ");

/** What was read of the weather, with its source and time: it stands beside what the applicator wrote. */
function weatherBlocks({ shown: { weather } }: RecordedLog, timeText: TimeText): ReportBlock[] {
  const facts = weatherFacts(weather, timeText);
  if (facts.length === 0) return [];
  const note = weather.forecast?.note ?? null;
  return [
    { kind: "subheading", text: words().weather },
    { kind: "text", text: words().weatherBeside, tone: "quiet" },
    ...(note === null ? [] : [{ kind: "text", text: note, tone: "strong", holds: "english" } as const]),
    { kind: "facts", facts },
  ];
}

function flagBlocks({ shown: { flags } }: RecordedLog, applicationId: string, isInEnglish: boolean): ReportBlock[] {
  if (flags.length === 0) return [];
  const rows = flags.map((flag) => [sentInWords(flag), tableText(flag.limit), flag.productName ?? NONE]);
  const text = words().outside;
  return [
    { kind: "subheading", text },
    table(words().list(text, applicationId), flagColumns(flags, isInEnglish), rows),
  ];
}

function additionBlocks({ signed, additions }: RecordedLog, applicationId: string, timeText: TimeText): ReportBlock[] {
  if (signed === null || additions.length === 0) return [];
  const rows = additions.map(({ entry, was }) => [
    statementInWords(entry.statement),
    was === null ? NONE : statementInWords(was),
    timeText(entry.savedAt),
  ]);
  const text = words().afterSignature;
  return [{ kind: "subheading", text }, table(words().list(text, applicationId), additionColumns(), rows)];
}

const itemRow = ({ no, text, values, missing }: RecordItem): string[] => [
  no === null ? NONE : String(no),
  tableText(text),
  values.length === 0 ? NONE : values.map(valueInWords).join("; "),
  missing.length > 0
    ? words().missing(missing.map((part) => partInWords(part)).join("; "))
    : listText([...new Set(values.map(({ source }) => sourceInWords(source)))]),
];

function factsOf({ shown, signed }: RecordedLog, timeText: TimeText) {
  const [first] = shown.sets;
  const known = first === undefined ? NONE : words().complete(first.complete, first.total, tableText(first.title));
  return [
    { label: words().record, value: known },
    ...pointFacts(shown.sets),
    { label: words().writtenBy, value: words().due(dayText(shown.due.on), tableText(shown.due.title)) },
    { label: words().keptUntil, value: dayText(shown.keptUntil) },
    { label: words().signed, value: signed === null ? words().notSigned : `${signed.by}, ${timeText(signed.at)}` },
    ...(signed === null ? [] : [{ label: words().signedHash, value: hashText(signed.hash) }]),
    ...(shown.unreadLabels.length === 0 ? [] : [{ label: words().unread, value: listText(shown.unreadLabels) }]),
  ];
}

/** What the label's point for keeping a record rests on. The score does not change with it. */
const pointFacts = (sets: readonly RecordSet[]): { label: string; value: string }[] =>
  sets.flatMap(({ recordPoint, complete, total }) =>
    recordPoint === null
      ? []
      : [
          {
            label: words().point(recordPoint),
            value: words().rests(complete, total),
          },
        ],
  );
