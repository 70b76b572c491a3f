import { themeRoute } from "@/lib/http/portal/looks";

export const POST = themeRoute;
