import type { Metadata } from "next";
import { DocsArticle } from "@/components/docs/prose";
import { listDisputed } from "@/lib/usecases/mitigations/list-disputed";

export const metadata: Metadata = { title: "Disputed figures · Hedgerow" };

/** Figures of EPA's mitigation menu that the sources read differently, with every reading. */
export default function DisputedFigures() {
  return (
    <DocsArticle>
      <h1>Disputed figures</h1>
      <p>
        EPA&apos;s own point table has not been read for this service yet, and other sources read some of its figures
        differently. The lowest reading is the one that is shown and counted. An application is met only if the lowest
        readings are enough, and not met only if the highest fall short. Between the two it is indeterminate, with the
        issue <a href="/docs/errors#disputed_figure">DISPUTED_FIGURE</a>.
      </p>
      <p>
        A filter strip, a riparian area, and improved habitat beside a field may be one strip. No source says whether
        the same ground earns points more than once, so only the one with the most points counts, and the others are the
        highest reading.
      </p>
      {listDisputed().map(({ edition, figures }) => (
        <section key={edition} aria-labelledby={`edition-${edition}`}>
          <h2 id={`edition-${edition}`}>Menu edition of {edition}</h2>
          <div className="scroll" role="group" aria-label={`Edition of ${edition}`} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">Measure</th>
                  <th scope="col">Readings and sources</th>
                  <th scope="col">What would settle it</th>
                </tr>
              </thead>
              <tbody>
                {figures.map((figure) => (
                  <tr key={figure.code} id={`${figure.code}-${edition}`}>
                    <th scope="row">
                      {figure.label} ({figure.subOptionId})
                    </th>
                    <td>
                      <Readings figure={figure} />
                    </td>
                    <td>{figure.settledBy}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      ))}
    </DocsArticle>
  );
}

function Readings({ figure }: { figure: ReturnType<typeof listDisputed>[number]["figures"][number] }) {
  return (
    <ul>
      {figure.readings.map(({ points, where, sources, note }) => (
        <li key={points}>
          {points === 1 ? "1 point" : `${points} points`}, {where}. {note === null ? "" : `${note} `}
          {sources.map(({ title, locator, url }, index) => (
            <span key={title}>
              {index === 0 ? "" : "; "}
              {url === null ? title : <a href={url}>{title}</a>}, {locator}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
