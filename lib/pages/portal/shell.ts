import { wordsIn } from "@/lib/views/language";
import { pageHref, type PortalPageId } from "@/lib/views/portal/pages";
import type { BannerView, BrandView, ShellView, SwitcherView } from "@/lib/views/portal/frame";
import { dayOfClock, fieldClockTime } from "@/lib/views/field-time";
import { acresInWords, dayInWords, listInWords, methodInWords } from "@/lib/views/words";
import { groupNav } from "@/lib/pages/portal/group-steps";
import { fieldToKeep } from "@/lib/pages/portal/offline";
import { nextFrom } from "@/lib/pages/portal/overview/next-steps";
import type { ListedApplication, OpenFieldYear } from "@/lib/usecases/portal/field-year";
import type { PortalSession } from "@/lib/usecases/portal/session";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long before its end a session and a portal say so. */
const SESSION_WARNING_MS = 2 * HOUR_MS;
const PORTAL_WARNING_MS = 14 * DAY_MS;

const words = wordsIn({
  en: {
    account: (id: string) => `Account ${id}`,
    noApplicationInYear: "No application in this year",
    noApplication: "No application",
    measuresOfYear: "Measures of the year",
    locked: "Locked: read only",
    lockedText: (provider: string) =>
      `${provider} has closed this application to changes. You can read everything. To change something, ask there to have it unlocked.`,
    measuresLocked: "Runoff measures are locked",
    measuresLockedText: (provider: string, year: number, others: string) =>
      `${provider} has closed another application of ${year} on this field (${others}), and it shares the runoff measures with this one. Exemptions and drift can be changed; to change measures, ask there to have it unlocked.`,
    productsOnDay: (products: string, day: string) => `${products} on ${day}`,
    shared: "Runoff measures are shared",
    sharedText: (year: number, others: string) =>
      `The measures of ${year} count for every application on this field: this one and ${others}.`,
    goTo: (products: string) => `Go to ${products}`,
    openAgain: (field: string, provider: string) => `Open ${field} in ${provider} again to go on.`,
    pageCloses: (day: string, time: string) => `This page closes on ${day} at ${time}`,
    pageClosesText: (again: string) => `What you have saved stays. ${again}`,
    portalCloses: (day: string, time: string) => `The portal of this field closes on ${day} at ${time}`,
    portalClosesText: (provider: string) =>
      `What is saved stays. A new check of this field in ${provider} opens it for another year.`,
  },
  es: {
    account: (id) => `Cuenta ${id}`,
    noApplicationInYear: "Ninguna aplicación en este año",
    noApplication: "Ninguna aplicación",
    measuresOfYear: "Medidas del año",
    locked: "Bloqueado: solo lectura",
    lockedText: (provider) =>
      `${provider} ha cerrado esta aplicación a los cambios. Usted puede leer todo. Para cambiar algo, pida allí que la desbloqueen.`,
    measuresLocked: "Las medidas contra la escorrentía están bloqueadas",
    measuresLockedText: (provider, year, others) =>
      `${provider} ha cerrado otra aplicación de ${year} en este campo (${others}), que comparte con esta las medidas contra la escorrentía. Las exenciones y la deriva se pueden cambiar; para cambiar las medidas, pida allí que la desbloqueen.`,
    productsOnDay: (products, day) => `${products} el ${day}`,
    shared: "Las medidas contra la escorrentía son compartidas",
    sharedText: (year, others) =>
      `Las medidas de ${year} cuentan para todas las aplicaciones en este campo: esta y ${others}.`,
    goTo: (products) => `Ir a ${products}`,
    openAgain: (field, provider) => `Para continuar, abra ${field} de nuevo en ${provider}.`,
    pageCloses: (day, time) => `Esta página se cierra el ${day}, ${time}`,
    pageClosesText: (again) => `Lo que usted ha guardado se conserva. ${again}`,
    portalCloses: (day, time) => `El portal de este campo se cierra el ${day}, ${time}`,
    portalClosesText: (provider) =>
      `Lo guardado se conserva. Una nueva verificación de este campo en ${provider} lo abre por otro año.`,
  },
});

/** The provider's name, logo and color, at addresses that only this session opens. */
export function brandView({ grant, branding }: PortalSession): BrandView {
  const path = `/portal/g/${grant}`;
  return {
    name: branding.name,
    logoHref: branding.logoHash === null ? null : `${path}/logo?v=${branding.logoHash}`,
    styleHref: branding.accent === null ? null : `${path}/brand.css?v=${branding.accent.slice(1)}`,
  };
}

/** What stands around every page of a field. */
export function shellView(session: PortalSession, place: OpenFieldYear, page: PortalPageId): ShellView {
  const { field } = place;
  const area = field.areaSqm === null ? [] : [acresInWords(field.areaSqm)];
  return {
    address: place.address,
    brand: brandView(session),
    fieldName: field.fieldName,
    about: [words().account(field.accountId), ...area].join(" · "),
    switcher: switcherOf(place),
    banners: [...lockBanners(place, session.branding.name), ...sharedBanner(place), ...endBanner(session, place)],
    group: groupNav(place, session.pass.deps.clock()),
    keep: fieldToKeep(session, place.address),
    servedAt: session.pass.deps.clock().toISOString(),
    next: nextFrom(session, place, page),
  };
}

export const productsInWords = ({ productNames }: ListedApplication): string => listInWords(productNames);

const describe = (application: ListedApplication): { title: string; detail: string; isName: boolean } => ({
  title: productsInWords(application),
  detail: `${dayInWords(application.applicationDate)} · ${methodInWords(application.method)}`,
  isName: true,
});

function switcherOf(place: OpenFieldYear): SwitcherView {
  const { current, year } = place;
  const here =
    current === null ? { title: `${year}`, detail: words().noApplicationInYear, isName: false } : describe(current);
  const { address } = place;
  return {
    ...here,
    years: place.years.map((each) => {
      const own = place.applications.filter(({ applicationDate }) => applicationDate.startsWith(`${each}-`));
      const choices = own.map((application) => ({
        ...describe(application),
        href: pageHref({ ...address, applicationEventId: application.applicationEventId }, "overview"),
        isCurrent: application === current,
      }));
      const none = {
        title: words().noApplication,
        detail: words().measuresOfYear,
        isName: false,
        href: pageHref({ ...address, applicationEventId: null, year: each }, "overview"),
        isCurrent: current === null && each === year,
      };
      return { year: each, choices: own.length === 0 ? [none] : choices };
    }),
  };
}

/** Who closed it, what is closed, and who can open it again. */
function lockBanners({ current, locked, year }: OpenFieldYear, provider: string): BannerView[] {
  const base = { id: "locked", tone: "warn", icon: "lock", link: null } as const;
  if (current !== null && locked.includes(current)) {
    return [{ ...base, title: words().locked, text: words().lockedText(provider) }];
  }
  if (locked.length === 0) return [];
  const others = listInWords(locked.map(productsInWords));
  const text = words().measuresLockedText(provider, year, others);
  return [{ ...base, title: words().measuresLocked, text }];
}

/** Selections belong to a field and year: what is chosen for one application counts for its neighbors too. */
function sharedBanner(place: OpenFieldYear): BannerView[] {
  const [first] = place.siblings;
  if (place.current === null || first === undefined) return [];
  const others = place.siblings.map((sibling) =>
    words().productsOnDay(productsInWords(sibling), dayInWords(sibling.applicationDate)),
  );
  const address = { ...place.address, applicationEventId: first.applicationEventId };
  return [
    {
      id: "shared",
      tone: "info",
      icon: "info",
      title: words().shared,
      text: words().sharedText(place.year, listInWords(others)),
      link: { href: pageHref(address, "overview"), words: words().goTo(productsInWords(first)) },
    },
  ];
}

/** By the field's clock, since "in an hour" would be wrong on a page that is left open, or kept on a device. */
function endBanner(session: PortalSession, place: OpenFieldYear): BannerView[] {
  const now = session.pass.deps.clock().getTime();
  const sessionMs = session.expiresAt.getTime() - now;
  const portalEnd = session.field?.portalExpiresAt ?? null;
  const portalMs = (portalEnd?.getTime() ?? Number.POSITIVE_INFINITY) - now;
  const at = (moment: Date): [day: string, time: string] => {
    const zone = place.timeZone ?? "UTC";
    return [dayInWords(dayOfClock(moment, zone)), fieldClockTime(moment.toISOString(), zone)];
  };
  const base = { id: "ends", tone: "warn", icon: "clock", link: null } as const;
  const again = words().openAgain(place.field.fieldName, session.branding.name);
  if (sessionMs < SESSION_WARNING_MS && sessionMs < portalMs) {
    return [{ ...base, title: words().pageCloses(...at(session.expiresAt)), text: words().pageClosesText(again) }];
  }
  if (portalEnd === null || portalMs >= PORTAL_WARNING_MS) return [];
  const text = words().portalClosesText(session.branding.name);
  return [{ ...base, title: words().portalCloses(...at(portalEnd)), text }];
}
