export function ensurePrometheus(): { prometheus: string; promtool: string };
