import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The root of the repository. */
export const root = join(import.meta.dirname, '../..');

/** A fenced block. */
export interface Block {
  /** The page, from the root: `docs/client.md`. */
  readonly page: string;
  /** The first line of the code on the page, from 1. */
  readonly line: number;
  /** The text after the fence: `ts`, `sh`, or empty. */
  readonly language: string;
  readonly code: string;
  /** The comment before the block. */
  readonly mark: Mark | undefined;
}

/**
 * A hidden comment before a block that cannot be treated like the others:
 *
 *     <!-- not run: the reason -->
 */
export interface Mark {
  /**
   * `not run`: only compiled. `not compiled`: not checked. `seed`: JSON that a mock can start with. `file`: the whole
   * text of the file that the reason names, which a test runs. `part of`: a part of the file that the reason
   * names, which a test runs.
   */
  readonly kind: 'not run' | 'not compiled' | 'seed' | 'file' | 'part of';
  readonly reason: string;
}

/** Returns the paths of all pages from the root. */
export function pages(): string[] {
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !/^(?:api|generate)\/|node_modules|\.vitepress/.test(name))
    .map((name) => `docs/${name}`);
  return ['README.md', 'CONTRIBUTING.md', 'examples/README.md', ...inDocs.sort()];
}

/** Returns the code blocks of a page. */
export function blocksOf(page: string): Block[] {
  const blocks: Block[] = [];
  let open: { fence: string; language: string; line: number; mark: Mark | undefined } | undefined;
  let code: string[] = [];
  let before = '';
  for (const [index, text] of readFileSync(join(root, page), 'utf8').split('\n').entries()) {
    const [, indent = '', fence = '', language = ''] = /^( *)(`{3,}) *(\S*)/.exec(text) ?? [];
    if (open === undefined && fence) {
      // In a list, the indentation is not part of the code.
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
  if (open) throw new Error(`${page}:${open.line - 1}: this code block has no end`);
  return blocks;
}

function markIn(line: string, page: string): Mark | undefined {
  const [, kind, reason = ''] = /^<!-- (not run|not compiled|seed|file|part of)(?:: (.+))? -->$/.exec(line) ?? [];
  if (kind === 'seed') return { kind, reason };
  if (kind !== 'not run' && kind !== 'not compiled' && kind !== 'file' && kind !== 'part of') return undefined;
  if (!reason) throw new Error(`${page}: must have a reason, <!-- ${kind}: reason -->, received ${line}`);
  return { kind, reason };
}
