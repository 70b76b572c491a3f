import { ServiceError } from "@/lib/domain/errors";
import { isPassing, type SoilFailure } from "@/lib/domain/soil-survey";

/** Causes that asking again does not change, and what would. */
const LASTING: Partial<Record<SoilFailure, string>> = {
  no_coverage: "The soil survey has no data of this ground, so asking again gives the same.",
  too_scattered: "The parts of the boundary lie too far apart to look up their soil. Send them as fields of their own.",
  not_connected: "No soil survey is connected to this installation. Ask the operator to connect one.",
};

/** The refusal where soil is needed and there is none: to be tried again only where that can help. */
export const noSoil = (failure: SoilFailure | null): ServiceError =>
  failure === null || isPassing(failure)
    ? new ServiceError("dependencyFailed", "The soil survey does not answer right now. Nothing was saved.")
    : new ServiceError("groundNotSurveyed", `${LASTING[failure] ?? "There is no soil data."} Nothing was saved.`);
