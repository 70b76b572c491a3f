import { consoleAuthRoute } from "@/lib/http/console/auth-route";

export const GET = consoleAuthRoute;
export const POST = consoleAuthRoute;
