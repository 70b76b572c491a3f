import type { ReactNode } from "react";
import { Changing } from "@/components/portal/edits/changing";
import { Issues } from "@/components/portal/overview/issues";
import { CabCard } from "@/components/portal/overview/cab-card";
import { Steps } from "@/components/portal/overview/steps";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { Timed } from "@/components/ui/timed";
import { wordsIn } from "@/lib/views/language";
import type { CabCardView } from "@/lib/views/portal/cab-card";
import { nextHref, type OverviewView, type ProductView } from "@/lib/views/portal/overview";
import { pageHref } from "@/lib/views/portal/pages";
import styles from "./overview.module.css";

const words = wordsIn({
  en: {
    overview: "Overview: ",
    noSoil: "No soil data",
    application: "This application",
    restsOn: "What this rests on",
    products: "Products",
    registration: "EPA Reg. No.",
  },
  es: {
    overview: "Resumen: ",
    noSoil: "Sin datos del suelo",
    application: "Esta aplicación",
    restsOn: "En qué se basa esto",
    products: "Productos",
    registration: "N.º de reg. de la EPA",
  },
});

interface Props {
  view: OverviewView;
  /** Why the answer no longer holds, where it does not. */
  recheck: ReactNode;
  /** The answer; null for a year without an application. */
  card: CabCardView | null;
  /** What only the applicator can know, beside what stands in the way. */
  questions: ReactNode;
  /** What was changed here, and the map: under everything else. */
  changes: ReactNode;
  map: ReactNode;
}

/** The first page of a field: its answer, which prints on a sheet of its own, and all that is behind it. */
export function Overview({ view, recheck, card, questions, changes, map }: Props) {
  const { soil, steps, issues, facts, products, data, address } = view;
  return (
    <Changing fieldId={address.fieldId}>
      {recheck}
      {card === null ? <NoApplication view={view} /> : <CabCard card={card} />}
      <div className={card === null ? undefined : styles.behind}>
        {soil === null ? null : (
          <Notice tone="warn" title={words().noSoil}>
            <p>{soil}</p>
          </Notice>
        )}
        <Steps steps={steps} address={address} />
        {questions}
        <Issues issues={issues} driftHref={pageHref(address, "drift")} />
        <Card title={words().application}>
          <Facts facts={facts.map((fact) => ({ ...fact, value: given(fact.value, fact.isName) }))} />
          {products.length === 0 ? null : <Products products={products} />}
        </Card>
        {changes}
        {data.length === 0 ? null : (
          <Card title={words().restsOn}>
            <Facts
              facts={data.map(({ label, value, isName }) => ({ label, value: given(<Timed text={value} />, isName) }))}
            />
          </Card>
        )}
        {map}
      </div>
    </Changing>
  );
}

/** What is a name, or as it was sent, is not to be translated. */
const given = (value: ReactNode, isName = false): ReactNode => (isName ? <span translate="no">{value}</span> : value);

const NoApplication = ({ view: { headline, reason, next, address } }: { view: OverviewView }) => (
  <Card>
    <h1>
      <span className="visually-hidden">{words().overview}</span>
      {headline}
    </h1>
    <p>{reason}</p>
    {next === null ? null : (
      <ButtonLink href={nextHref(address, next)} kind="primary" icon="arrow">
        {next.words}
      </ButtonLink>
    )}
  </Card>
);

function Products({ products }: { products: readonly ProductView[] }) {
  return (
    <>
      <h3>{words().products}</h3>
      <ul className={styles.products}>
        {products.map((product, index) => (
          <li key={index} className={styles.product}>
            <p className={styles.name}>
              {/* A block keeps no space at its beginning. */}
              <span translate="no">{product.name}</span>{" "}
              {product.registration === null ? null : (
                <span className={styles.registration}>
                  {words().registration} <span translate="no">{product.registration}</span>
                </span>
              )}
            </p>
            <p className={styles.detail}>
              <span translate="no">{product.rate}</span> · {product.status}
            </p>
            <p className={styles.detail}>{product.note}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
