import { portalMachineFileRoute } from "@/lib/http/portal/machine-file";

export const GET = portalMachineFileRoute;
