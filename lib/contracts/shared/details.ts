import { z } from "zod";
import { AIRCRAFT, type ApplicationDetails } from "@/lib/domain/application";
import { text } from "@/lib/contracts/shared/text";

const fahrenheit = z.number().min(-100).max(200);

/**
 * What label conditions speak of and no check needs. All of it is optional: what is left out, or null, leaves the
 * conditions that hang on it unjudged, and they are listed in `compliance.unjudged`.
 */
export const detailShape = {
  nozzle: text().nullish().describe("Make and model of the nozzle, as the label's list writes it."),
  nozzle_pressure_psi: z
    .number()
    .positive()
    .max(10_000)
    .nullish()
    .describe("Pressure at the nozzle, pounds per square inch, above 0 up to 10,000."),
  planned_start_at: z.iso
    .datetime({
      offset: true,
      error: "must be a moment in ISO 8601 with an offset from UTC, as 2026-06-12T08:30:00-05:00",
    })
    .nullish()
    .describe(
      "When spraying begins, with an offset from UTC, for labels that name hours after sunrise or before sunset. It must be on the `application_date` by the clock of the field.",
    ),
  crop_stage: text(20).nullish().describe("Growth stage of the crop: VE, VC, V1 and up, R1 and up."),
  forecast_high_f: fahrenheit
    .nullish()
    .describe("Forecast high of the day of application, degrees Fahrenheit, -100 to 200."),
  forecast_next_day_high_f: fahrenheit
    .nullish()
    .describe("Forecast high of the day after, degrees Fahrenheit, -100 to 200."),
  rain_expected_in_hours: z.number().min(0).max(1000).nullish().describe("Hours until rain is forecast, 0 to 1,000."),
  aircraft: z.enum(AIRCRAFT).nullish().describe("`fixed_wing` or `rotor`."),
  aircraft_boom_percent: z
    .number()
    .min(0)
    .max(200)
    .nullish()
    .describe("Boom length as a percentage of the wingspan or the rotor's diameter, 0 to 200."),
  release_height_ft: z
    .number()
    .min(0)
    .max(1000)
    .nullish()
    .describe("Height of release above the canopy, feet, 0 to 1,000."),
  swath_displacement: z
    .number()
    .min(0)
    .max(10)
    .nullish()
    .describe("Swaths kept upwind at the downwind edge of the field, 0 to 10."),
};

type WireDetails = z.output<z.ZodObject<typeof detailShape>>;

/** The details that were sent. Undefined where none was, so that a request without any is the request it always was. */
export function toDetails(wire: WireDetails): ApplicationDetails | undefined {
  const details: ApplicationDetails = {
    nozzle: wire.nozzle,
    nozzlePressurePsi: wire.nozzle_pressure_psi,
    plannedStartAt: wire.planned_start_at,
    cropStage: wire.crop_stage,
    forecastHighF: wire.forecast_high_f,
    forecastNextDayHighF: wire.forecast_next_day_high_f,
    rainExpectedInHours: wire.rain_expected_in_hours,
    aircraft: wire.aircraft,
    aircraftBoomPercent: wire.aircraft_boom_percent,
    releaseHeightFt: wire.release_height_ft,
    swathDisplacement: wire.swath_displacement,
  };
  const sent = Object.entries(details).filter(([, value]) => value !== undefined);
  return sent.length === 0 ? undefined : Object.fromEntries(sent);
}
