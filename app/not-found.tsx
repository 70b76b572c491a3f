export default function NotFound() {
  return (
    <main>
      <h1>There is no such page</h1>
      <p>Check the address. Portal links are used exactly as they were given.</p>
    </main>
  );
}
