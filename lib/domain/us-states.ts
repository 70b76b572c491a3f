/** The states and the District of Columbia: postal code, name and two-digit FIPS code. Source: FIPS PUB 5-2. */
const STATES = [
  ["AL", "Alabama", "01"],
  ["AK", "Alaska", "02"],
  ["AZ", "Arizona", "04"],
  ["AR", "Arkansas", "05"],
  ["CA", "California", "06"],
  ["CO", "Colorado", "08"],
  ["CT", "Connecticut", "09"],
  ["DE", "Delaware", "10"],
  ["DC", "District of Columbia", "11"],
  ["FL", "Florida", "12"],
  ["GA", "Georgia", "13"],
  ["HI", "Hawaii", "15"],
  ["ID", "Idaho", "16"],
  ["IL", "Illinois", "17"],
  ["IN", "Indiana", "18"],
  ["IA", "Iowa", "19"],
  ["KS", "Kansas", "20"],
  ["KY", "Kentucky", "21"],
  ["LA", "Louisiana", "22"],
  ["ME", "Maine", "23"],
  ["MD", "Maryland", "24"],
  ["MA", "Massachusetts", "25"],
  ["MI", "Michigan", "26"],
  ["MN", "Minnesota", "27"],
  ["MS", "Mississippi", "28"],
  ["MO", "Missouri", "29"],
  ["MT", "Montana", "30"],
  ["NE", "Nebraska", "31"],
  ["NV", "Nevada", "32"],
  ["NH", "New Hampshire", "33"],
  ["NJ", "New Jersey", "34"],
  ["NM", "New Mexico", "35"],
  ["NY", "New York", "36"],
  ["NC", "North Carolina", "37"],
  ["ND", "North Dakota", "38"],
  ["OH", "Ohio", "39"],
  ["OK", "Oklahoma", "40"],
  ["OR", "Oregon", "41"],
  ["PA", "Pennsylvania", "42"],
  ["RI", "Rhode Island", "44"],
  ["SC", "South Carolina", "45"],
  ["SD", "South Dakota", "46"],
  ["TN", "Tennessee", "47"],
  ["TX", "Texas", "48"],
  ["UT", "Utah", "49"],
  ["VT", "Vermont", "50"],
  ["VA", "Virginia", "51"],
  ["WA", "Washington", "53"],
  ["WV", "West Virginia", "54"],
  ["WI", "Wisconsin", "55"],
  ["WY", "Wyoming", "56"],
] as const;

/** Territories with counties of their own in the Census files: labels are for states, and name none of them. */
const TERRITORIES = [
  ["AS", "American Samoa", "60"],
  ["GU", "Guam", "66"],
  ["MP", "Northern Mariana Islands", "69"],
  ["PR", "Puerto Rico", "72"],
  ["VI", "U.S. Virgin Islands", "78"],
] as const;

export type StateCode = (typeof STATES)[number][0];
/** Where a county may lie: a state or a territory. */
export type RegionCode = StateCode | (typeof TERRITORIES)[number][0];
export const STATE_CODES: readonly StateCode[] = STATES.map(([code]) => code);

const CODES_BY_FIPS: ReadonlyMap<string, StateCode> = new Map(STATES.map(([code, , fips]) => [fips, code]));

const REGIONS = [...STATES, ...TERRITORIES];
const REGIONS_BY_FIPS: ReadonlyMap<string, RegionCode> = new Map(REGIONS.map(([code, , fips]) => [fips, code]));

/** The name of a state or territory; the code where it is none. */
export const stateName = (code: string): string => REGIONS.find(([known]) => known === code)?.[1] ?? code;

/**
 * The state of a two-digit FIPS code; null for a territory and for what is no code.
 */
export const stateOfFips = (fips: string): StateCode | null => CODES_BY_FIPS.get(fips) ?? null;

/** The state or territory of a two-digit FIPS code; null for what is no code. */
export const regionOfFips = (fips: string): RegionCode | null => REGIONS_BY_FIPS.get(fips) ?? null;
