/** The part of the package that this repository uses. Jest provides it, so that only its projects have it. */
declare module '@jest/globals' {
  export const expect: { extend(matchers: object): void };
}
