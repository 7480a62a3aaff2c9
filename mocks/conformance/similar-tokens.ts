/** Tokens that differ a little from the one of the run, and how a sentence names them. No server has issued them. */
export const similarTokens = {
  shortened: { phrase: 'without its last character', of: (token: string) => token.slice(0, -1) },
  altered: { phrase: 'with another last character', of: (token: string) => `${token.slice(0, -1)}~` },
  otherCase: { phrase: 'in the other letter case', of: swapCase },
} as const;

export type SimilarToken = keyof typeof similarTokens;

/** The similar tokens, by their names. */
export function similarTo(token: string): Readonly<Record<SimilarToken, string>> {
  const { shortened, altered, otherCase } = similarTokens;
  return { shortened: shortened.of(token), altered: altered.of(token), otherCase: otherCase.of(token) };
}

function swapCase(token: string): string {
  return token.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
