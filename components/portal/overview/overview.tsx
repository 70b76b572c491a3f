import type { ReactNode } from "react";
import { Issues } from "@/components/portal/overview/issues";
import { CabCard } from "@/components/portal/overview/cab-card";
import { Steps } from "@/components/portal/overview/steps";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { Timed } from "@/components/ui/timed";
import type { CabCardView } from "@/lib/views/portal/cab-card";
import { nextHref, type OverviewView, type ProductView } from "@/lib/views/portal/overview";
import { pageHref } from "@/lib/views/portal/pages";
import styles from "./overview.module.css";

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
    <>
      {recheck}
      {card === null ? <NoApplication view={view} /> : <CabCard card={card} />}
      <div className={card === null ? undefined : styles.behind}>
        {soil === null ? null : (
          <Notice tone="warn" title="No soil data">
            <p>{soil}</p>
          </Notice>
        )}
        <Steps steps={steps} address={address} />
        {questions}
        <Issues issues={issues} driftHref={pageHref(address, "drift")} />
        <Card title="This application">
          <Facts facts={facts} />
          {products.length === 0 ? null : <Products products={products} />}
        </Card>
        {changes}
        {data.length === 0 ? null : (
          <Card title="What this rests on">
            <Facts facts={data.map(({ label, value }) => ({ label, value: <Timed text={value} /> }))} />
          </Card>
        )}
        {map}
      </div>
    </>
  );
}

const NoApplication = ({ view: { headline, reason, next, address } }: { view: OverviewView }) => (
  <Card>
    <h1>
      <span className="visually-hidden">Overview: </span>
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
      <h3>Products</h3>
      <ul className={styles.products}>
        {products.map((product, index) => (
          <li key={index} className={styles.product}>
            <p className={styles.name}>
              {product.name}
              {product.registration === null ? null : (
                <span className={styles.registration}> EPA Reg. No. {product.registration}</span>
              )}
            </p>
            <p className={styles.detail}>
              {product.rate} · {product.status}
            </p>
            <p className={styles.detail}>{product.note}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
