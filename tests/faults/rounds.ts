import { Command, InvalidArgumentError } from "commander";

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("must be a whole number");
  return Number(text);
}

/** A campaign that made no round found nothing wrong. */
function atLeastOne(text: string): number {
  const rounds = wholeNumber(text);
  if (rounds === 0) throw new InvalidArgumentError("must be at least 1");
  return rounds;
}

/** `[rounds] [seed]` of a command; a number that is none ends it, and so does `--help`. */
export function readRounds(name: string, about: string, rounds: number): { rounds: number; seed: number } {
  const seed = Math.floor(Math.random() * 1_000_000);
  const command = new Command(name)
    .description(about)
    .argument("[rounds]", "how many", atLeastOne, rounds)
    .argument("[seed]", "what it chooses by; left out: another one each time", wholeNumber, seed)
    .parse();
  const [chosen = rounds, by = seed] = command.processedArgs as [number?, number?];
  return { rounds: chosen, seed: by };
}
