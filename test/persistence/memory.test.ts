import { describe } from 'vitest';
import { createMemoryStore } from '../../mocks/index.ts';
import type { StoredMocks } from '../../mocks/persistence/memory.ts';
import { testPersistence } from './suite.ts';

describe('the store in memory', () => {
  testPersistence(async () => {
    const mocks: StoredMocks = new Map();
    return { open: async () => createMemoryStore(mocks), crash: async () => undefined };
  });
});
