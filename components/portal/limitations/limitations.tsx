import { ReviewAll } from "@/components/portal/limitations/review-all";
import { ReviewMark } from "@/components/portal/limitations/review-mark";
import { Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { StatusBadge } from "@/components/ui/status-badge";
import { counted } from "@/lib/views/words";
import type { LimitationsView, LimitationView } from "@/lib/views/portal/limitations";
import styles from "./limitations.module.css";

/** Every limitation text that binds the application, by product. */
export function Limitations({ view }: { view: LimitationsView }) {
  const { products, total, reviewed, nothing, missingTexts, otherAreas, bulletinLink } = view;
  return (
    <>
      {nothing === null ? (
        <p className={styles.lead}>
          {counted(total, "text")}, {reviewed} marked as read when this page was opened. Reading them is yours to do,
          and so is following them: a mark is a note for you and changes nothing of the status.
        </p>
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
        <Notice tone="warn" title="Texts that are not loaded here">
          <p>These codes apply on this field, and their text is not loaded. Read EPA&apos;s bulletin for this place.</p>
          <ul>
            {missingTexts.map((area) => (
              <li key={area}>{area}</li>
            ))}
          </ul>
        </Notice>
      )}
      {otherAreas.length === 0 ? null : (
        <>
          <h2>Areas without a limitation for these products</h2>
          <ul>
            {otherAreas.map((area) => (
              <li key={area}>{area}</li>
            ))}
          </ul>
        </>
      )}
      <p>
        What EPA publishes on the day of the application is what holds:{" "}
        <a href={bulletinLink} rel="noreferrer">
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

function Product({ product: { name, registration, limitations }, id, view }: ProductProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {name}
        {registration === null ? null : <span className={styles.registration}> EPA Reg. No. {registration}</span>}
      </h2>
      {limitations.length === 0 ? <p>No limitation names this product here.</p> : null}
      {limitations.map((limitation) => (
        <Limitation key={limitation.id} limitation={limitation} view={view} />
      ))}
    </section>
  );
}

function Limitation({ limitation, view }: { limitation: LimitationView; view: LimitationsView }) {
  const { id, code, text, eventName, effective, share } = limitation;
  return (
    <article className={styles.limitation} id={id} aria-labelledby={`${id}-code`}>
      <div className={styles.head}>
        <h3 id={`${id}-code`}>Code {code}</h3>
        <span className={styles.toRead}>
          <StatusBadge standing="indeterminate">To read</StatusBadge>
        </span>
      </div>
      <p className={styles.text}>{text}</p>
      <Facts
        facts={[
          { label: "Limitation area", value: `${eventName} (area ${limitation.pulaId})` },
          { label: "In effect since", value: effective },
          { label: "Share of the field inside", value: share ?? "Not known" },
        ]}
      />
      <ReviewMark limitation={limitation} address={view.address} action={view.action} isLocked={view.isLocked} />
    </article>
  );
}
