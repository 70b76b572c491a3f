export const WEATHER_SOURCES = ["request", "forecast", "observation"] as const;
/** Where the figures for the air that an application has came from. */
export type WeatherSource = (typeof WEATHER_SOURCES)[number];
