/**
 * The parts of Jest's packages that the matchers use. This repository does not install them: a user does,
 * and `test/consumers/projects/typescript-matchers` compiles the declarations with the second.
 */
declare module '@jest/globals' {
  export const expect: { extend(matchers: object): void };
}

declare module 'expect' {
  export interface Matchers<R extends void | Promise<void>, T = unknown> {}
}
