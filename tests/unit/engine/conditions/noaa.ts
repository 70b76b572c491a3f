/** NOAA's solar calculator, as its spreadsheet has it, worked out again at the event it finds. Shares nothing with the engine. */
const RAD = Math.PI / 180;
const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

interface Sun {
  declinationRad: number;
  equationOfTimeMin: number;
}

function sunAt(momentMs: number): Sun {
  const century = (momentMs / DAY_MS + 2_440_587.5 - 2_451_545) / 36_525;
  const meanLongitude = (280.46646 + century * (36_000.76983 + century * 0.0003032)) % 360;
  const anomaly = 357.52911 + century * (35_999.05029 - 0.0001537 * century);
  const eccentricity = 0.016708634 - century * (0.000042037 + 0.0000001267 * century);
  const center =
    Math.sin(RAD * anomaly) * (1.914602 - century * (0.004817 + 0.000014 * century)) +
    Math.sin(2 * RAD * anomaly) * (0.019993 - 0.000101 * century) +
    Math.sin(3 * RAD * anomaly) * 0.000289;
  const node = 125.04 - 1934.136 * century;
  const longitude = meanLongitude + center - 0.00569 - 0.00478 * Math.sin(RAD * node);
  const meanTilt = 23 + (26 + (21.448 - century * (46.815 + century * (0.00059 - century * 0.001813))) / 60) / 60;
  const tilt = meanTilt + 0.00256 * Math.cos(RAD * node);
  const half = Math.tan((RAD * tilt) / 2) ** 2;
  const equation =
    half * Math.sin(2 * RAD * meanLongitude) -
    2 * eccentricity * Math.sin(RAD * anomaly) +
    4 * eccentricity * half * Math.sin(RAD * anomaly) * Math.cos(2 * RAD * meanLongitude) -
    0.5 * half * half * Math.sin(4 * RAD * meanLongitude) -
    1.25 * eccentricity * eccentricity * Math.sin(2 * RAD * anomaly);
  return {
    declinationRad: Math.asin(Math.sin(RAD * tilt) * Math.sin(RAD * longitude)),
    equationOfTimeMin: (4 * equation) / RAD,
  };
}

/** Sunrise or sunset of a day (midnight of universal time) at a place east of Greenwich by `lon` degrees. */
export function noaaEvent(event: "sunrise" | "sunset", dayMs: number, [lon, lat]: readonly [number, number]): number {
  let momentMs = dayMs + DAY_MS / 2 - (lon / 360) * DAY_MS;
  for (let round = 0; round < 5; round += 1) {
    const { declinationRad, equationOfTimeMin } = sunAt(momentMs);
    const cosHourAngle =
      Math.cos(RAD * 90.833) / (Math.cos(RAD * lat) * Math.cos(declinationRad)) -
      Math.tan(RAD * lat) * Math.tan(declinationRad);
    const noonMs = dayMs + (720 - 4 * lon - equationOfTimeMin) * MINUTE_MS;
    momentMs = noonMs + ((event === "sunrise" ? -1 : 1) * 4 * Math.acos(cosHourAngle) * MINUTE_MS) / RAD;
  }
  return momentMs;
}
