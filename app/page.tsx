import { StandingLine } from "@/components/portal/standing-line";

export default function Home() {
  return (
    <main>
      <h1>Hedgerow</h1>
      <p>Endangered Species Act pesticide rules for a field and an application.</p>
      <p>
        <a href="/api/v2/openapi.json">Description of the API (OpenAPI 3.1)</a>
      </p>
      <StandingLine />
    </main>
  );
}
