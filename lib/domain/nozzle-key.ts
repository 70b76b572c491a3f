/** What of a nozzle's name tells it from others: letters and digits, since people write one name in many ways. */
export const nozzleKey = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
