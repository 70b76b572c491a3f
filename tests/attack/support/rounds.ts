/** Of what is done in rounds: once in the short form, several times as often in the whole one. */
export const rounds = (short: number): number => short * Number(process.env.ATTACK_ROUNDS ?? 1);
