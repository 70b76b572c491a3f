import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    title: "There is no such page",
    text: "Check the address. Portal links are used exactly as they were given.",
  },
  es: {
    title: "No existe esa página",
    text: "Revise la dirección. Los enlaces del portal se usan exactamente como se dieron.",
  },
});

export default function NotFound() {
  return (
    <main>
      <h1>{words().title}</h1>
      <p>{words().text}</p>
    </main>
  );
}
