import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { requireFieldYear, type FieldPageProps } from "@/app/portal/g/[grant]/session";
import { EditsProvider } from "@/components/portal/edits/edits-provider";
import { OfflineGuard } from "@/components/portal/offline/offline-guard";
import { currentPage } from "@/components/portal/shell/current-page";
import { PortalFrame } from "@/components/portal/shell/frame";
import { FieldClock } from "@/components/ui/field-clock";
import { lookOf, pageTitle, readTheme, THEME_COOKIE } from "@/lib/views/portal/pages";
import { shellView } from "@/lib/pages/portal/shell";

const pathNow = async (): Promise<string> => (await headers()).get("x-hedgerow-path") ?? "";

export async function generateMetadata(props: FieldPageProps): Promise<Metadata> {
  const { session, place } = await requireFieldYear(props);
  const page = pageTitle(currentPage(await pathNow()));
  return { title: `${page} · ${place.field.fieldName} · ${session.branding.name}` };
}

export default async function FieldLayout({ children, ...props }: FieldPageProps & { children: ReactNode }) {
  const { session, place } = await requireFieldYear(props);
  const theme = readTheme((await cookies()).get(THEME_COOKIE)?.value);
  const here = `${await pathNow()}${(await headers()).get("x-hedgerow-search") ?? ""}`;
  const view = shellView(session, place, currentPage(here));
  return (
    <FieldClock timeZone={place.timeZone}>
      <PortalFrame view={view} theme={theme} here={here}>
        <EditsProvider grant={session.grant} fieldName={place.field.fieldName}>
          <OfflineGuard keep={view.keep} servedAt={view.servedAt} look={lookOf(theme)} address={place.address} />
          {children}
        </EditsProvider>
      </PortalFrame>
    </FieldClock>
  );
}
