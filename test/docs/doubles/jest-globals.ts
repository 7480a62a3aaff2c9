/** Jest's functions, provided by Vitest. */
export { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
