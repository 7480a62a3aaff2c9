/** The pages that people read, and the code blocks in them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The root of the repository. */
export const root = join(import.meta.dirname, '../..');

/** A fenced block. */
export interface Block {
  /** The page, from the root: `docs/client.md`. */
  readonly page: string;
  /** The line of the page on which the code begins, from 1. */
  readonly line: number;
  /** What stands after the fence: `ts`, `sh`, or nothing. */
  readonly language: string;
  readonly code: string;
  /** What the comment before the block says of it. */
  readonly mark: Mark | undefined;
}

/**
 * A comment right before a block, which no reader sees, for one that cannot be treated like all others:
 *
 *     <!-- not run: the reason -->
 */
export interface Mark {
  /** `not run`: compiled only. `not compiled`: looked at by nobody. `seed`: JSON that a mock can start with. */
  readonly kind: 'not run' | 'not compiled' | 'seed';
  readonly reason: string;
}

/** The pages, from the root. */
export function pages(): string[] {
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !/^(?:api|generate)\/|node_modules|\.vitepress/.test(name))
    .map((name) => `docs/${name}`);
  return ['README.md', 'CONTRIBUTING.md', ...inDocs.sort()];
}

/** The code blocks of a page. */
export function blocksOf(page: string): Block[] {
  const blocks: Block[] = [];
  let open: { fence: string; language: string; line: number; mark: Mark | undefined } | undefined;
  let code: string[] = [];
  let before = '';
  for (const [index, text] of readFileSync(join(root, page), 'utf8').split('\n').entries()) {
    const [, indent = '', fence = '', language = ''] = /^( *)(`{3,}) *(\S*)/.exec(text) ?? [];
    if (open === undefined && fence) {
      // The spaces of a list are none of the code's.
      open = { fence: indent + fence, language, line: index + 2, mark: markIn(before, page) };
      code = [];
    } else if (open && text === open.fence) {
      const { language, line, mark } = open;
      blocks.push({ page, line, language, code: code.join('\n'), mark });
      open = undefined;
    } else if (open) {
      code.push(text.slice(Math.min(open.fence.indexOf('`'), text.search(/\S|$/))));
    }
    if (text.trim()) before = text.trim();
  }
  if (open) throw new Error(`${page}:${open.line - 1}: the block that begins here has no end`);
  return blocks;
}

function markIn(line: string, page: string): Mark | undefined {
  const [, kind, reason = ''] = /^<!-- (not run|not compiled|seed)(?:: (.+))? -->$/.exec(line) ?? [];
  if (kind === 'seed') return { kind, reason };
  if (kind !== 'not run' && kind !== 'not compiled') return undefined;
  if (!reason) throw new Error(`${page}: expected a reason, as in <!-- ${kind}: why -->, received ${line}`);
  return { kind, reason };
}
