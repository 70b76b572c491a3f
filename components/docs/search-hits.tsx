interface Hit {
  href: string;
  title: string;
  section: string;
  line: string;
}

interface Props {
  query: string;
  hits: readonly Hit[];
  /** Pages that have the words, those that are not listed too. */
  total: number;
}

const foundInWords = ({ query, hits, total }: Props): string => {
  const asked = `“${query}”`;
  if (total === 0) return `No page has ${asked}. Try fewer words, or a part of one.`;
  const found = total === 1 ? `1 page has ${asked}.` : `${total} pages have ${asked}.`;
  return total > hits.length ? `${found} These are the first ${hits.length}: add a word to see fewer.` : found;
};

/** What a search found. */
export function SearchHits({ query, hits, total }: Props) {
  return (
    <>
      <h1>Search</h1>
      <p role="status">
        {query.trim() === "" ? "Type a word into the search box." : foundInWords({ query, hits, total })}
      </p>
      <ul>
        {hits.map(({ href, title, section, line }) => (
          <li key={href}>
            <a href={href}>{title}</a> ({section})
            <br />
            {line}
          </li>
        ))}
      </ul>
    </>
  );
}
