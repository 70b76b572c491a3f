/** When version 1 of the API ends. Every answer of it says so. */
export const V1_ENDS_AT = new Date("2027-12-31T23:59:59Z");
