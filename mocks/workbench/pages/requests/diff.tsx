import { useMemo } from 'preact/hooks';
import { escapeInvisible } from '../../text.ts';
import { diffLines, shownLines } from './diff-lines.ts';

/** Screen readers say `ins` and `del`. */
const lineKinds = {
  added: { tag: 'ins', mark: '+ ' },
  removed: { tag: 'del', mark: '− ' },
  same: { tag: 'div', mark: '  ' },
  note: { tag: 'div', mark: '… ' },
} as const;

interface DiffProps {
  readonly title: string;
  readonly before: string;
  readonly after: string;
  readonly isTitleHidden?: boolean | undefined;
}

/** The lines in which two texts differ. */
export function Diff({ title, before, after, isTitleHidden = false }: DiffProps) {
  const lines = useMemo(() => diffLines(before, after), [before, after]);
  const isSame = lines.every(({ kind }) => kind === 'same');
  return (
    <section>
      {!isTitleHidden && (
        <h3>
          {title} {isSame && <span class="muted">is the same</span>}
        </h3>
      )}
      <pre class="diff" tabIndex={0} role="group" aria-label={`Differences of the ${title.toLowerCase()}`}>
        {shownLines(lines).map(({ kind, text }) => {
          const { tag: Line, mark } = lineKinds[kind];
          return (
            <Line class={kind}>
              {mark}
              {escapeInvisible(text)}
            </Line>
          );
        })}
      </pre>
    </section>
  );
}
