import { docsThemeRoute } from "@/lib/http/portal/looks";

export const POST = docsThemeRoute;
