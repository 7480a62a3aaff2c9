export * from './api-errors.ts';
export * from './base-error.ts';
export * from './bracket-key-error.ts';
export * from './client-errors.ts';
