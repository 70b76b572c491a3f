import { wordsIn } from "@/lib/views/language";

/** What MapLibre itself says; left out: as it says it in English. */
type Locale = Readonly<Record<string, string>>;

const words = wordsIn<{ of: (fieldName: string) => Locale }>({
  en: { of: (fieldName) => ({ "Map.Title": `Map of ${fieldName}` }) },
  es: {
    of: (fieldName) => ({
      "Map.Title": `Mapa de ${fieldName}`,
      "AttributionControl.ToggleAttribution": "Mostrar u ocultar las fuentes",
      "FullscreenControl.Enter": "Ver en pantalla completa",
      "FullscreenControl.Exit": "Salir de la pantalla completa",
      "GeolocateControl.FindMyLocation": "Buscar mi ubicación",
      "GeolocateControl.LocationNotAvailable": "La ubicación no está disponible",
      "NavigationControl.ZoomIn": "Acercar",
      "NavigationControl.ZoomOut": "Alejar",
      "ScaleControl.Feet": "pies",
      "ScaleControl.Miles": "millas",
      "CooperativeGesturesHandler.WindowsHelpText": "Use Ctrl y la rueda para acercar el mapa",
      "CooperativeGesturesHandler.MacHelpText": "Use ⌘ y la rueda para acercar el mapa",
      "CooperativeGesturesHandler.MobileHelpText": "Use dos dedos para mover el mapa",
    }),
  },
});

/** The words of the map's own controls in the reader's language. */
export const mapLocale = (fieldName: string): Locale => words().of(fieldName);
