/** Pixels kept free round the field when it is shown as a whole: the buttons stand at the right, wind and north above. */
export const FIT_PADDING = { top: 72, right: 64, bottom: 48, left: 28 } as const;
/** A small field is not enlarged beyond this. */
export const FIT_MAX_ZOOM = 17;
