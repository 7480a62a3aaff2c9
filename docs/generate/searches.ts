/** Words that readers search for, and the start of the path that one of the first three results must have. */
export const searches: readonly (readonly [text: string, path: string])[] = [
  ['prices.update', 'resources/prices#pricesupdate'],
  ['pagination', 'faq'],
  ['tanstack', 'front-end'],
  ['middleware', 'client'],
  ['storybook', 'components'],
  ['mock fetch', 'testing'],
  ['retry', 'retries'],
  ['playwright', 'testing'],
  ['rate limit', 'retries'],
  ['persist', 'persistence'],
];
