import { APPLICATION_METHOD_NAMES, BOOM_HEIGHTS, DROPLET_SIZES } from "@/lib/domain/application";
import type { ApplicationMethod, BoomHeight, DropletSize } from "@/lib/domain/application";
import { wordsIn } from "@/lib/views/language";
import { driftAnswerWords, type AnswerWords } from "@/lib/views/portal/drift-answer-words";
import { driftBarWords, type BarWords } from "@/lib/views/portal/drift-bar-words";
import { driftEdgeWords, type EdgesWords } from "@/lib/views/portal/drift-edge-words";
import { driftSaveWords, type SaveWords } from "@/lib/views/portal/drift-save-words";
import { WIND_FAULTS } from "@/lib/views/portal/wind-faults";
import { driftWindsWords, type WindsWords } from "@/lib/views/portal/drift-winds-words";
import { boomInWords, dropletInWords } from "@/lib/views/sprayer";
import { methodInWords } from "@/lib/views/words";

/**
 * What the drift page says whatever is set on it. It comes with the page, in the one language of its reader: in the page's
 * script it would come in both. Words that depend on what is set are beside the components that say them.
 */
export interface DriftPageWords {
  bar: BarWords;
  form: FormWords;
  save: SaveWords;
  practices: PracticesWords;
  winds: WindsWords;
  page: PageWords;
  edges: EdgesWords;
  answer: AnswerWords;
  faults: FaultWords;
}

/** What stands before and after something that is set: joined by it. */
type Around = [before: string, after: string];

/** The words at a field whose number is wrong. */
interface FaultWords {
  windDirection: string;
  windSpeed: string;
  temperature: string;
  humidity: string;
  gpa: string;
  /** Around the product's name. */
  rate: Around;
}

/** Of a wind of an earlier time: of the drift page's form, and of a group's. */
export interface OldWindWords {
  windOf: string;
  measureAgain: string;
  measured: string;
}

interface FormWords extends OldWindWords {
  title: string;
  wind: string;
  notSet: string;
  speed: string;
  from: string;
  how: string;
  howToSet: string;
  temperature: string;
  kept: string;
  humidity: string;
  keptAndAsked: string;
  sprayer: string;
  perAcre: string;
  method: string;
  droplets: string;
  dropletsHint: string;
  notEntered: string;
  boom: string;
  boomHint: string;
  groundOnly: string;
  volume: string;
  emptyForNow: string;
  /** Around the saved direction. */
  backTo: Around;
  /** Of the dial. */
  dial: string;
  dialNotSet: string;
  /** Before a product's name and the unit of its rate. */
  rateOf: string;
  /** Before a rate. */
  checkedWith: string;
  whenRead: string;
}

/** Practices that stand behind a fold: what they are called by their number, and why they stand there. */
interface ApartWords {
  one: string;
  several: string;
  why: string;
}

interface PracticesWords {
  title: string;
  what: string;
  canBeRead: string;
  onYourWord: string;
  notHere: ApartWords;
  unverified: ApartWords;
  bySetup: string;
  bySetupWhy: string;
  details: string;
}

interface PageWords {
  noChart: string;
  offline: string;
  offlineWhy: string;
  noScript: string;
  noScriptWhy: string;
  map: string;
  noBoundary: string;
  onRecord: string;
  recordComes: string;
  recordBefore: string;
}

const pageWords = wordsIn<Omit<DriftPageWords, "bar" | "answer" | "save" | "edges" | "winds">>({
  en: {
    form: {
      title: "Wind and set-up now",
      wind: "Wind",
      notSet: "Direction not set",
      speed: "Wind speed, mph",
      from: "Wind from, degrees or letters",
      how: "Tap where the wind comes from: the ring, or a compass point beyond it. Or drag the knob, use the arrow keys (Page Up and Page Down go from point to point), or write it. The arrow shows where the wind blows to. Degrees are from true north, as on the map: the needle of a compass may point up to 20° beside it. Nothing is saved while you try things out, and the answer is for these conditions alone: measure the wind at the sprayer.",
      howToSet: "How to set the wind, and what the degrees mean",
      temperature: "Temperature, °F (optional)",
      kept: "Kept with the record.",
      humidity: "Humidity, percent (optional)",
      keptAndAsked: "Kept with the record, and a practice of the menu asks for it.",
      sprayer: "Sprayer",
      perAcre: "gal/ac",
      method: "Method",
      droplets: "Droplet size",
      dropletsHint: "As the nozzle's chart gives it for your pressure.",
      notEntered: "Not entered",
      boom: "Boom height",
      boomHint: "Low or high, as the label means it.",
      groundOnly: "Asked of ground sprayers only.",
      volume: "Spray volume, gallons per acre",
      emptyForNow: "By the field's clock. Empty: when you set the wind here, or as on record.",
      windOf: "This is the wind of",
      measureAgain: "Wind turns within an hour: measure it again at the sprayer.",
      measured: "I measured the wind at the sprayer, and it is this",
      whenRead: "When you read the wind (optional)",
      backTo: ["Back to the saved ", ""],
      dial: "Where the wind comes from",
      dialNotSet: "Not set",
      rateOf: "Rate of",
      checkedWith: "Checked with",
    },
    faults: {
      ...WIND_FAULTS.en,
      temperature: "Write the temperature in °F, from −100 to 200, or leave it empty.",
      humidity: "Write the humidity in percent, from 0 to 100, or leave it empty.",
      gpa: "Write the gallons per acre, more than 0, or leave it empty.",
      rate: ["Write how much of ", " is applied: a number, 0 or more."],
    },
    practices: {
      title: "Practices that reduce drift",
      what: "Anyone who has this link can claim a practice; the claim belongs to this application and your farm software sees it. A claim counts in the buffer and stays unverified, so it never settles the answer by itself.",
      canBeRead: "Claims can be read.",
      onYourWord: "In place, on your word",
      notHere: {
        one: "practice that takes nothing off here",
        several: "practices that take nothing off here",
        why: "The label does not take them, or they are for another sprayer or wind. Claiming one gains nothing.",
      },
      unverified: {
        one: "practice that takes nothing off because no one could verify the figure",
        several: "practices that take nothing off because no one could verify the figure",
        why: "EPA's menu names them, but its figure has not been read. Claiming one can only leave the answer open.",
      },
      bySetup: "Shown by the set-up",
      bySetupWhy: "These count by themselves when the conditions above show them; you do not need to claim them.",
      details: "What it gives, and where this comes from",
    },
    page: {
      noChart: "The drift chart could not be loaded without a connection.",
      offline: "Offline: conditions are noted",
      offlineWhy:
        "Buffers are worked out by the server. What stands here is what this device kept, for the speed and set-up it was kept for. What you note is put on record when the connection is back.",
      noScript: "To try out wind and set-up, switch on JavaScript",
      noScriptWhy: "What was worked out and saved last can be read without it.",
      map: "Map",
      noBoundary: "There is no boundary of this field, so nothing can be placed. A new check of the field brings it.",
      onRecord: "On record",
      recordComes: "What is on record now is shown here in a moment.",
      recordBefore: "This is the earlier record. The new one is shown here once the network is back.",
    },
  },
  es: {
    form: {
      title: "Viento y configuración de ahora",
      wind: "Viento",
      notSet: "Dirección sin indicar",
      speed: "Velocidad del viento, mph",
      from: "Viento desde, grados o letras",
      how: "Toque el punto de donde viene el viento, en el anillo o fuera de él. O arrastre la perilla, use las teclas de flecha (Page Up y Page Down van de punto en punto) o escríbalo. La flecha muestra hacia dónde sopla el viento. Los grados son desde el norte verdadero, como en el mapa: la aguja de una brújula puede apuntar hasta 20° a un lado. Mientras prueba no se guarda nada, y la respuesta es solo para estas condiciones: mida el viento en la aspersora.",
      howToSet: "Cómo indicar el viento y qué significan los grados",
      temperature: "Temperatura, °F (opcional)",
      kept: "Se guarda con el registro.",
      humidity: "Humedad, % (opcional)",
      keptAndAsked: "Se guarda con el registro, y una práctica del menú la pide.",
      sprayer: "Aspersora",
      perAcre: "gal/acre",
      method: "Método",
      droplets: "Tamaño de gota",
      dropletsHint: "Como lo da la tabla de la boquilla para su presión.",
      notEntered: "Sin indicar",
      boom: "Altura del aguilón",
      boomHint: "Bajo o alto, como lo entiende la etiqueta.",
      groundOnly: "Solo se pide a aspersoras terrestres.",
      volume: "Volumen de caldo, galones por acre",
      emptyForNow: "Según el reloj del campo. Vacío: cuando indicó el viento aquí, o la hora del registro.",
      windOf: "Este es el viento del",
      measureAgain: "El viento cambia en menos de una hora: mídalo de nuevo en la aspersora.",
      measured: "Medí el viento en la aspersora, y es este",
      whenRead: "Cuándo midió el viento (opcional)",
      backTo: ["Volver a los ", " guardados"],
      dial: "De dónde viene el viento",
      dialNotSet: "Sin indicar",
      rateOf: "Dosis de",
      checkedWith: "Se verificó con",
    },
    faults: {
      ...WIND_FAULTS.es,
      temperature: "Escriba la temperatura en °F, de −100 a 200, o déjela vacía.",
      humidity: "Escriba la humedad en %, de 0 a 100, o déjela vacía.",
      gpa: "Escriba los galones por acre, más de 0, o déjelo vacío.",
      rate: ["Escriba cuánto se aplica de ", ": un número, 0 o más."],
    },
    practices: {
      title: "Prácticas que reducen la deriva",
      what: "Cualquiera que tenga este enlace puede declarar una práctica; la declaración pertenece a esta aplicación y su programa agrícola la ve. Una declaración cuenta en la zona de amortiguamiento y queda sin verificar, así que por sí sola nunca resuelve la respuesta.",
      canBeRead: "Las declaraciones se pueden leer.",
      onYourWord: "En uso, según lo que usted declara",
      notHere: {
        one: "práctica que no descuenta nada aquí",
        several: "prácticas que no descuentan nada aquí",
        why: "La etiqueta no las acepta, o son para otra aspersora u otro viento. Declarar una no aporta nada.",
      },
      unverified: {
        one: "práctica que no descuenta nada porque nadie pudo verificar la cifra",
        several: "prácticas que no descuentan nada porque nadie pudo verificar la cifra",
        why: "El menú de la EPA las nombra, pero no se ha leído su cifra. Declarar una solo puede dejar la respuesta por resolver.",
      },
      bySetup: "Se ven en la configuración",
      bySetupWhy:
        "Estas cuentan por sí solas cuando las condiciones de arriba las muestran; usted no necesita declararlas.",
      details: "Qué da, y de dónde viene esto",
    },
    page: {
      noChart: "La gráfica de deriva no se pudo cargar sin conexión.",
      offline: "Sin conexión: las condiciones se anotan",
      offlineWhy:
        "El servidor calcula las zonas de amortiguamiento. Lo que está aquí es lo que este dispositivo guardó, para la velocidad y la configuración con las que se guardó. Lo que usted anote queda en el registro cuando vuelva la conexión.",
      noScript: "Para probar viento y configuración, active JavaScript",
      noScriptWhy: "Lo último que se calculó y guardó se puede leer sin él.",
      map: "Mapa",
      noBoundary:
        "No hay límite de este campo, así que no se puede ubicar nada. Una nueva verificación del campo lo trae.",
      onRecord: "En el registro",
      recordComes: "En un momento se muestra aquí lo que ahora está en el registro.",
      recordBefore: "Este es el registro anterior. El nuevo se muestra aquí cuando vuelva la red.",
    },
  },
});

export const oldWindWords = (): OldWindWords => {
  const { windOf, measureAgain, measured } = pageWords().form;
  return { windOf, measureAgain, measured };
};

export const driftPageWords = (): DriftPageWords => ({
  ...pageWords(),
  bar: driftBarWords(),
  winds: driftWindsWords(),
  answer: driftAnswerWords(),
  save: driftSaveWords(),
  edges: driftEdgeWords(),
});

interface Named<Value> {
  value: Value;
  words: string;
}

/** What a sprayer may be set to, each by its name. */
export interface SprayerChoices {
  methods: Named<ApplicationMethod>[];
  droplets: Named<DropletSize>[];
  booms: Named<BoomHeight>[];
}

export const sprayerChoices = (): SprayerChoices => ({
  methods: APPLICATION_METHOD_NAMES.map((method) => ({ value: method, words: methodInWords(method) })),
  droplets: DROPLET_SIZES.map(({ category }) => ({ value: category, words: dropletInWords(category) })),
  booms: BOOM_HEIGHTS.map((height) => ({ value: height, words: boomInWords(height) })),
});
