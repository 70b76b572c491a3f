/**
 * The only conversion factors of the service.
 * Factors are exact by definition of the unit; source: docs/rules.md, Rates, NIST Handbook 44 appendix C.
 */

export const FL_OZ_PER_GAL = 128;
export const OZ_PER_LB = 16;
export const ML_PER_FL_OZ = 29.5735295625;
export const G_PER_LB = 453.59237;
export const HA_PER_ACRE = 0.40468564224;
export const SQ_FT_PER_ACRE = 43_560;
/** A cubic foot is 1,728 cubic inches and a US gallon 231, so 100 cu ft are 748.0519 gal. */
export const GAL_PER_100_CU_FT = 172_800 / 231;
export const INCHES_PER_FT = 12;
export const SQM_PER_HA = 10_000;
/** @public International foot, meters. */
export const M_PER_FT = 0.3048;
export const ACRE_SQM = SQ_FT_PER_ACRE * M_PER_FT * M_PER_FT;
export const M_PER_MILE = 1609.344;
