/** Messages at a typed wind that cannot be read: sent with the drift page as its other words are, and part of the script of a group's. */
export const WIND_FAULTS = {
  en: {
    windDirection: "Write where the wind comes from: degrees from 0 to 360, or letters such as SW.",
    windSpeed: "Write the wind speed in miles per hour, from 0 to 80.",
  },
  es: {
    windDirection: "Escriba de dónde viene el viento: grados de 0 a 360, o letras como SO.",
    windSpeed: "Escriba la velocidad del viento en millas por hora, de 0 a 80.",
  },
};
