export function loadRoutes(folder: string): Promise<[page: string, handlers: Map<string, unknown>][]>;
