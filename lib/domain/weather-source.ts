export const WEATHER_SOURCES = ["request", "forecast", "observation"] as const;
/** Where the air that was told for an application came from. */
export type WeatherSource = (typeof WEATHER_SOURCES)[number];
