import { wordsIn } from "@/lib/views/language";

export const MAKES = ["ISOBUS", "John Deere", "Case IH AFS", "Trimble", "Raven", "Ag Leader", "drones"] as const;
type Make = (typeof MAKES)[number];

interface Words {
  title: string;
  steps: readonly string[];
  byTerminal: string;
  manualDecides: string;
  /** Of those that are no maker's name. */
  makes: Partial<Record<Make, string>>;
  /** What is known for sure of each make. Menus and folders change with its software, so its manual has the last word. */
  terminals: Record<Make, string>;
  beforeYouDrive: string;
  looks: readonly string[];
}

export const guideWords = wordsIn<Words>({
  en: {
    title: "How to load it",
    steps: [
      "Download the file that your terminal takes. Not sure? Its manual names the formats.",
      "Copy it to an empty USB drive, or send it through the software that came with your terminal.",
      "Keep the files of one shapefile together: all five have the same name and different endings.",
      "Where the terminal asks for a rate outside the zones, or for a lost position, set it to 0.",
    ],
    byTerminal: "By terminal",
    manualDecides:
      "Menus and folders differ between models. Where this page and the terminal’s manual differ, follow the manual.",
    makes: { ISOBUS: "ISOBUS terminals of any make", drones: "Drones" },
    terminals: {
      ISOBUS:
        "Take the ISOBUS task. Unpack the zip, so that the folder TASKDATA lies on the USB drive itself and not inside another folder. The terminal needs its task controller with section or rate control by position switched on.",
      "John Deere":
        "Upload the shapefile to Operations Center as a prescription, choose the column RATE and its unit, then send it to the display or to a USB drive. Where one shapefile at a time is wanted, unpack the zip and zip the five files named rates.",
      "Case IH AFS":
        "The displays take prescriptions as shapefiles; newer ones take ISOBUS tasks too. The display's manual says which, and in which folder of the drive.",
      Trimble:
        "Unpack the shapefile zip and bring rates and boundary in as a prescription and a boundary. The display's manual names the folder of the drive.",
      Raven:
        "Unpack the shapefile zip and bring it in as a prescription from the drive, or send it through Raven's own service. Choose the column RATE.",
      "Ag Leader":
        "Unpack the shapefile zip and import rates as a prescription, choosing the column RATE, and boundary as the field's boundary.",
      drones:
        "Give the flight software the treatable area alone as the place to spray, never the field. In the KML, pick the shape named Treatable area.",
    },
    beforeYouDrive: "Before you drive",
    looks: [
      "Look at the map on the terminal: the right field, the buffer on the downwind side, 0 inside it.",
      "Sections take a moment to switch off. Set the overlap so that they are off before the buffer begins.",
      "Read the wind at the boom. A file knows the wind it was made for and no other.",
    ],
  },
  es: {
    title: "Cómo cargarlo",
    steps: [
      "Descargue el archivo que acepta su terminal. ¿No está seguro? Su manual nombra los formatos.",
      "Cópielo a una memoria USB vacía o envíelo con el programa que vino con su terminal.",
      "Mantenga juntos los archivos de un mismo shapefile: los cinco tienen el mismo nombre y terminaciones distintas.",
      "Donde la terminal pida una dosis fuera de las zonas, o para cuando se pierde la posición, ponga 0.",
    ],
    byTerminal: "Por terminal",
    manualDecides:
      "Los menús y las carpetas cambian de un modelo a otro. Si esta página y el manual de la terminal no coinciden, siga el manual.",
    makes: { ISOBUS: "Terminales ISOBUS de cualquier marca", drones: "Drones agrícolas" },
    terminals: {
      ISOBUS:
        "Use la tarea ISOBUS. Descomprima el zip, de modo que la carpeta TASKDATA quede directamente en la memoria USB y no dentro de otra carpeta. La terminal necesita su controlador de tareas con el control de secciones o de dosis por posición activado.",
      "John Deere":
        "Suba el shapefile a Operations Center como prescripción, elija la columna RATE y su unidad, y luego envíelo a la pantalla o a una memoria USB. Si se pide un solo shapefile a la vez, descomprima el zip y comprima los cinco archivos llamados rates.",
      "Case IH AFS":
        "Las pantallas aceptan prescripciones como shapefile; las más nuevas aceptan también tareas ISOBUS. El manual de la pantalla dice cuáles, y en qué carpeta de la memoria.",
      Trimble:
        "Descomprima el zip del shapefile e importe rates y boundary como prescripción y como límite. El manual de la pantalla nombra la carpeta de la memoria.",
      Raven:
        "Descomprima el zip del shapefile e impórtelo como prescripción desde la memoria, o envíelo con el servicio propio de Raven. Elija la columna RATE.",
      "Ag Leader":
        "Descomprima el zip del shapefile e importe rates como prescripción, eligiendo la columna RATE, y boundary como límite del campo.",
      drones:
        "Dé al programa de vuelo solo el área que se puede tratar como lugar donde aplicar, nunca el campo. En el KML, elija la figura llamada Treatable area.",
    },
    beforeYouDrive: "Antes de salir",
    looks: [
      "Mire el mapa en la terminal: el campo correcto, la zona de amortiguamiento del lado hacia donde sopla el viento, 0 dentro de ella.",
      "Las secciones tardan un momento en apagarse. Ajuste el traslape para que estén apagadas antes de que empiece la zona de amortiguamiento.",
      "Mida el viento en el aguilón. Un archivo conoce el viento para el que se hizo y ningún otro.",
    ],
  },
});
