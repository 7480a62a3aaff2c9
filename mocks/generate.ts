/**
 * Seeds of any size with realistic names, addresses and prices.
 *
 * @module masterdata-sdk/mock/generate
 */
export { type GenerateOptions, generate } from './seed/generate.ts';
