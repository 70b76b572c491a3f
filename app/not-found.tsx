import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    start: "Start page of this service",
    title: "There is no such page",
    text: "Check the address. If someone sent you this link, part of it may be missing: open the whole link, or ask that person for a new one.",
  },
  es: {
    start: "Página de inicio de este servicio",
    title: "No existe esa página",
    text: "Revise la dirección. Si alguien le envió este enlace, puede que le falte una parte: abra el enlace completo o pídale uno nuevo a esa persona.",
  },
});

export default function NotFound() {
  return (
    <main>
      <h1>{words().title}</h1>
      <p>{words().text}</p>
      <p>
        <a href="/">{words().start}</a>
      </p>
    </main>
  );
}
