import { consoleThemeRoute } from "@/lib/http/portal/looks";

export const POST = consoleThemeRoute;
