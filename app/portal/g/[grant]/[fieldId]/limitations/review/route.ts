import { reviewRoute } from "@/lib/http/portal/review";

/** The mark "I have read this", as a form posts it. */
export const POST = reviewRoute;
