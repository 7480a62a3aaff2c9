/**
 * Large seeds with realistic names.
 *
 * @module masterdata-sdk/mock/generate
 */
export { type GenerateOptions, generate } from './seed/generate.ts';
