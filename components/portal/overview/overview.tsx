import type { ReactNode } from "react";
import { Issues } from "@/components/portal/overview/issues";
import { StatusPanel } from "@/components/portal/overview/status-panel";
import { Steps } from "@/components/portal/overview/steps";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { Timed } from "@/components/ui/timed";
import type { OverviewView, ProductView } from "@/lib/views/portal/overview";
import styles from "./overview.module.css";

/** The first page of a field. `changes`: what was changed here, under everything else. */
export function Overview({ view, changes }: { view: OverviewView; changes?: ReactNode }) {
  const { soil, steps, issues, facts, products, data, address } = view;
  return (
    <>
      <StatusPanel view={view} />
      {soil === null ? null : (
        <Notice tone="warn" title="No soil data">
          <p>{soil}</p>
        </Notice>
      )}
      <Steps steps={steps} address={address} />
      <Issues issues={issues} />
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
    </>
  );
}

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
