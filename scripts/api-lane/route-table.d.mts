export function routeTable<Route>(
  pages: [page: string, route: Route][],
): (url: string) => { route: Route; params: Record<string, string | string[]> | undefined } | null;
