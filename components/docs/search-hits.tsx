interface Hit {
  href: string;
  title: string;
  section: string;
  line: string;
}

/** What a search found. */
export function SearchHits({ query, hits }: { query: string; hits: readonly Hit[] }) {
  return (
    <>
      <h1>Search</h1>
      <p role="status">
        {query === ""
          ? "Type a word into the box above."
          : `${hits.length === 1 ? "1 page has" : `${hits.length} pages have`} “${query}”.`}
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
