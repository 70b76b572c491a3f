import { ReviewAll } from "@/components/portal/limitations/review-all";
import { ReviewMark } from "@/components/portal/limitations/review-mark";
import { Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { StatusBadge } from "@/components/ui/status-badge";
import { wordsIn } from "@/lib/views/language";
import { counted } from "@/lib/views/words";
import type { LimitationsView, LimitationView } from "@/lib/views/portal/limitations";
import styles from "./limitations.module.css";

const words = wordsIn({
  en: {
    lead: (total: number, reviewed: number) =>
      `${counted(total, "text")}, ${reviewed} marked as read when this page was opened. Reading them is yours to do, and so is following them: a mark is a note for you and changes nothing of the status.`,
    missing: "Texts that are not loaded here",
    missingText: "These codes apply on this field, and their text is not loaded. Read EPA's bulletin for this place.",
    otherAreas: "Areas without a limitation for these products",
    published: "What EPA publishes on the day of the application is what holds:",
    registration: "EPA Reg. No.",
    noneNames: "No limitation names this product here.",
    code: (code: string) => `Code ${code}`,
    toRead: "To read",
    area: "Limitation area",
    areaName: (name: string, pulaId: number) => `${name} (area ${pulaId})`,
    since: "In effect since",
    share: "Share of the field inside",
    notKnown: "Not known",
  },
  es: {
    lead: (total, reviewed) =>
      `${counted(total, "texto")}, ${counted(reviewed, "marcado")} como ${reviewed === 1 ? "leído" : "leídos"} al abrir esta página. A usted le toca leerlos, y también seguirlos: una marca es una nota para usted y no cambia nada del estado.`,
    missing: "Textos que no están cargados aquí",
    missingText:
      "Estos códigos se aplican en este campo, y su texto no está cargado. Lea el boletín de la EPA para este lugar.",
    otherAreas: "Áreas sin una limitación para estos productos",
    published: "Lo que vale es lo que la EPA publica el día de la aplicación:",
    registration: "N.º de reg. de la EPA",
    noneNames: "Ninguna limitación nombra este producto aquí.",
    code: (code) => `Código ${code}`,
    toRead: "Por leer",
    area: "Área de la limitación",
    areaName: (name, pulaId) => `${name} (área ${pulaId})`,
    since: "Vigente desde",
    share: "Parte del campo que está dentro",
    notKnown: "No se sabe",
  },
});

/** Every limitation text that binds the application, by product. */
export function Limitations({ view }: { view: LimitationsView }) {
  const { products, total, reviewed, nothing, missingTexts, otherAreas, bulletinLink } = view;
  return (
    <>
      {nothing === null ? (
        <p className={styles.lead}>{words().lead(total, reviewed)}</p>
      ) : (
        <Notice title={nothing.title}>
          <p>{nothing.text}</p>
        </Notice>
      )}
      {products.map((product, index) => (
        <Product key={index} product={product} id={`product-${index}`} view={view} />
      ))}
      <ReviewAll view={view} />
      {missingTexts.length === 0 ? null : (
        <Notice tone="warn" title={words().missing}>
          <p>{words().missingText}</p>
          <ul>
            {missingTexts.map((area) => (
              <li key={area}>{area}</li>
            ))}
          </ul>
        </Notice>
      )}
      {otherAreas.length === 0 ? null : (
        <>
          <h2>{words().otherAreas}</h2>
          <ul>
            {otherAreas.map((area) => (
              <li key={area}>{area}</li>
            ))}
          </ul>
        </>
      )}
      <p>
        {words().published}{" "}
        <a href={bulletinLink} rel="noreferrer" lang="en">
          Bulletins Live! Two
        </a>
        .
      </p>
    </>
  );
}

interface ProductProps {
  product: LimitationsView["products"][number];
  id: string;
  view: LimitationsView;
}

function Product({ product: { name, registration, gap, limitations }, id, view }: ProductProps) {
  const note = gap ?? (limitations.length === 0 ? words().noneNames : null);
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        <span translate="no">{name}</span>
        {registration === null ? null : (
          <>
            {" "}
            <span className={styles.registration}>
              {words().registration} <span translate="no">{registration}</span>
            </span>
          </>
        )}
      </h2>
      {note === null ? null : <p>{note}</p>}
      {limitations.map((limitation) => (
        // By what is marked: the page may come again with other texts, in another order.
        <Limitation
          key={[limitation.product, limitation.pulaId, limitation.limitationId, limitation.textHash].join(":")}
          limitation={limitation}
          product={{ id, name }}
          view={view}
        />
      ))}
    </section>
  );
}

interface LimitationProps {
  limitation: LimitationView;
  /** `id`: of the heading that names it. */
  product: { id: string; name: string };
  view: LimitationsView;
}

function Limitation({ limitation, product, view }: LimitationProps) {
  const { id, code, text, eventName, effective, share } = limitation;
  return (
    <article
      className={styles.limitation}
      id={id}
      tabIndex={-1}
      aria-labelledby={`${product.id} ${id}-code ${id}-area`}
    >
      <div className={styles.head}>
        <h3 id={`${id}-code`}>{words().code(code)}</h3>
        <span className={styles.toRead}>
          <StatusBadge standing="indeterminate">{words().toRead}</StatusBadge>
        </span>
      </div>
      <p className={styles.text} lang="en">
        {text}
      </p>
      <Facts
        facts={[
          {
            label: words().area,
            value: <span id={`${id}-area`}>{words().areaName(eventName, limitation.pulaId)}</span>,
          },
          { label: words().since, value: effective },
          { label: words().share, value: share ?? words().notKnown },
        ]}
      />
      <ReviewMark
        limitation={limitation}
        productName={product.name}
        address={view.address}
        action={view.action}
        isLocked={view.isLocked}
      />
    </article>
  );
}
