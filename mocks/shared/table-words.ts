import { capitalize } from '../../src/contract/endpoint.ts';

/** Returns the words for the records of a table or a resource: `price lists` for `priceLists`. */
export function tableNoun(name: string): string {
  return name.replace(/(?<=[a-z\d])(?=[A-Z])|_/g, ' ').toLowerCase();
}

/** Returns the title of a table or a resource: `Price lists` for `priceLists`. */
export function tableTitle(name: string): string {
  return capitalize(tableNoun(name));
}
