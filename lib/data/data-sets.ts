/** Reference data comes in sets of these kinds; one set a kind is in force. */
export const DATA_SET_KINDS = ["pula", "county", "soil", "catalogue", "features", "basemap"] as const;
export type DataSetKind = (typeof DATA_SET_KINDS)[number];

export const DATA_SET_STATES = ["loading", "ready", "failed"] as const;
export type DataSetState = (typeof DATA_SET_STATES)[number];
