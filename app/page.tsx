import { StandingLine } from "@/components/portal/standing-line";

const AUDIENCES = [
  {
    title: "You write farm software",
    text: "One call says which Endangered Species Act rules apply to a field and an application, and what is missing.",
    links: [
      { href: "/docs/guides/quick-start", words: "Ten-minute start" },
      { href: "/docs/reference", words: "API reference" },
      { href: "/docs/errors", words: "Every code and its remedy" },
    ],
  },
  {
    title: "You spray or grow",
    text: "Your farm software sends you a link to your field. There you choose measures and see what is still missing.",
    links: [{ href: "/docs/guides/portal-links", words: "How links work" }],
  },
  {
    title: "You check or run the service",
    text: "Every figure names its document, its evidence, and the day someone compared it with the source.",
    links: [
      { href: "/docs/guides/data-sources", words: "Data sources" },
      { href: "/docs/rules/disputed", words: "Disputed figures" },
      { href: "/docs/changelog", words: "What changed" },
    ],
  },
] as const;

/** Leads a stranger to what is theirs. */
export default function Home() {
  return (
    <main>
      <h1>Hedgerow</h1>
      <p>Endangered Species Act pesticide rules for a field and an application.</p>
      {AUDIENCES.map(({ title, text, links }) => (
        <section key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
          <ul>
            {links.map(({ href, words }) => (
              <li key={href}>
                <a href={href}>{words}</a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p>
        <a href="/api/v2/openapi.json">Description of the API (OpenAPI 3.1)</a>
      </p>
      <StandingLine />
    </main>
  );
}
