import { Notice } from "@/components/ui/notice";
import type { BannerView } from "@/lib/views/portal/frame";

/** What holds on every page of a field just now: a lock, shared measures, an end in sight. */
export function Banners({ banners }: { banners: readonly BannerView[] }) {
  return banners.map(({ id, tone, icon, title, text, link }) => (
    <Notice key={id} tone={tone} icon={icon} title={title}>
      <p>
        {text}
        {link === null ? null : (
          <>
            {" "}
            <a href={link.href}>{link.words}</a>
          </>
        )}
      </p>
    </Notice>
  ));
}
