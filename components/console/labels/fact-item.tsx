import { ActionForm } from "@/components/console/action-form";
import { Fold } from "@/components/ui/fold";
import { ZonedTime } from "@/components/ui/local-time";
import { StatusBadge, type Standing } from "@/components/ui/status-badge";
import type { FactState } from "@/lib/domain/label-signature";
import type { FormAction, FormField } from "@/lib/views/console/forms";
import { FACT_STATE_WORDS, type FactView, type SignatureView, type SourceView } from "@/lib/views/console/labels";
import styles from "./labels.module.css";

const STANDINGS: Record<FactState, Standing> = {
  open: "indeterminate",
  signed: "indeterminate",
  disputed: "not_met",
  unverified: "not_met",
  relayed: "indeterminate",
  computed: "not_applicable",
  read_twice: "met",
};

interface Props {
  /** The product's name. */
  product: string;
  fact: FactView;
  csrf: string;
  /** Null: the visitor may look and not sign. */
  action: FormAction | null;
  /** Names the page to come back to. */
  back: Record<string, string>;
}

/** One fact of a label: what it says, where it stands in which document, and who has read it. */
export function FactItem({ product, fact, csrf, action, back }: Props) {
  return (
    <li className={styles.fact}>
      <div className={styles.head}>
        <h3>{fact.name}</h3>
        <StatusBadge standing={STANDINGS[fact.state]}>{FACT_STATE_WORDS[fact.state]}</StatusBadge>
      </div>
      <p className={styles.value}>{fact.value}</p>
      {fact.quote === null ? null : <blockquote className={styles.quote}>“{fact.quote}”</blockquote>}
      <p className={styles.small}>
        {fact.page ?? "No page is named"}
        {fact.sources.map((source) => (
          <Source key={source.title} {...source} of={`${product}, ${fact.name}`} />
        ))}
        {fact.part === null ? null : `; in the shared block ${fact.part}`}
      </p>
      <p className={styles.small}>
        Entered by {fact.readBy} on {fact.readOn}
        {fact.checkedBy === null
          ? "; no second reader in the files"
          : `; checked by ${fact.checkedBy} on ${fact.checkedOn ?? ""}`}
      </p>
      {fact.note === null ? null : <p className={styles.small}>Note: {fact.note}</p>}
      <Signatures of={fact.signatures} />
      <Signatures of={fact.fallen} isFallen />
      {action === null ? null : <Signing fact={fact} csrf={csrf} action={action} back={back} />}
    </li>
  );
}

/** Facts share their sources: for those who hear a list of links, each says whose it is. */
const Source = ({ title, url, date, of }: SourceView & { of: string }) => (
  <>
    {", "}
    {url === null ? (
      title
    ) : (
      <a href={url}>
        {title}
        <span className="visually-hidden">, for {of}</span>
      </a>
    )}
    {date === null ? null : ` of ${date}`}
  </>
);

const Signatures = ({ of, isFallen = false }: { of: readonly SignatureView[]; isFallen?: boolean }) =>
  of.map(({ who, when, words }) => (
    <p key={who + when} className={styles.small}>
      {isFallen ? "Of an earlier wording, no longer counts: " : "Second reader "}
      {who} {words}, <ZonedTime at={when} />
    </p>
  ));

type SigningProps = Omit<Props, "product"> & { action: FormAction };

function Signing({ fact: { file, hash, may, name }, csrf, action, back }: SigningProps) {
  const hidden = { ...back, file, content_hash: hash };
  if (may.withdraw) {
    return (
      <ActionForm
        action={action}
        csrf={csrf}
        kind="secondary"
        submit="Take my word back"
        hidden={{ ...hidden, verdict: "withdrawn" }}
      />
    );
  }
  if (!may.differ) return null;
  return (
    <Fold summary={may.agree ? `Sign as second reader: ${name}` : `Dispute: ${name}`}>
      <p>Open the label yourself first. Your name and today&apos;s date stand beside the fact.</p>
      <ActionForm action={action} csrf={csrf} submit="Save" fields={signingFields(may.agree)} hidden={hidden} />
    </Fold>
  );
}

const signingFields = (mayAgree: boolean): FormField[] => [
  {
    name: "verdict",
    label: "What the label says",
    type: "select",
    options: [
      ...(mayAgree ? [{ value: "agrees", label: "I read the same in the label" }] : []),
      { value: "differs", label: "I read something else" },
    ],
  },
  { name: "page", label: "Page or section where you read it", type: "text" },
  {
    name: "note",
    label: "What you read",
    type: "text",
    isOptional: true,
    hint: "Needed where you read something else.",
  },
];
