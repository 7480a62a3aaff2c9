import { bugsOfAll } from './bugs-of-all.ts';
import { bugsOfCatalogs } from './bugs-of-catalogs.ts';
import { bugsOfCustomers } from './bugs-of-customers.ts';
import { bugsOfProducts } from './bugs-of-products.ts';

const texts = { ...bugsOfCustomers, ...bugsOfCatalogs, ...bugsOfProducts, ...bugsOfAll };

export type BugName = keyof typeof texts;

export interface Bug {
  readonly name: BugName;
  /** A method and a path, or ANY. */
  readonly operation: string;
  /** A report that names the cause contains one of these words. */
  readonly words: readonly string[];
  readonly cause: string;
}

const parse = (name: BugName): Bug => {
  const [, operation = '', words = '', cause = ''] = /^(ANY|\S+ \S+) \[([^\]]+)\] (.+)$/.exec(texts[name]) ?? [];
  return { name, operation, words: words.split('|'), cause };
};

export const bugs: readonly Bug[] = (Object.keys(texts) as BugName[]).map(parse);
