/** The functions that a Jest suite imports, from Vitest, which has the same. */
export { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
