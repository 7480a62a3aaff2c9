/**
 * Operations that the specification only mentions, as they plausibly are. None of them comes from the specification.
 *
 * @module masterdata-sdk/mock/plausible
 */
export { plausible } from './engine/plausible.ts';
