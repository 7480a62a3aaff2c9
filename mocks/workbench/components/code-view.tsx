import type { ComponentChild } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { redactJson } from '../../../src/wire/redact-token.ts';
import { escapeInvisible } from '../text.ts';
import { Button, CopyButton } from './button.tsx';

/** More characters would make the page slow. The copy button copies everything. */
const firstCharacters = 20_000;

/** Each part is this much longer than the one before. */
const growth = 4;

/** Keys, strings, numbers and keywords of JSON. */
const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b|\b(?:true|false|null)\b/g;

interface CodeViewProps {
  /** The name for screen readers. */
  readonly label: string;
  readonly text: string;
  readonly language?: 'json' | 'text' | undefined;
  /** Returns whether to highlight a key of JSON. */
  readonly marks?: ((key: string) => boolean) | undefined;
}

/** Code with a copy button. Long texts are cut. */
export function CodeView({ label, text, language = 'json', marks }: CodeViewProps) {
  const [length, setLength] = useState(firstCharacters);
  const isCut = text.length > length;
  const visible = escapeInvisible(isCut ? text.slice(0, length) : text);
  const content = useMemo(
    () => (language === 'json' && length === firstCharacters ? highlight(visible, marks) : visible),
    [visible, language, marks, length],
  );
  return (
    <div class="code-view">
      <div class="code-actions">
        <CopyButton text={() => text} label={`Copy ${label.toLowerCase()}`} />
      </div>
      <pre tabIndex={0} role="group" aria-label={label}>
        <code>{content}</code>
      </pre>
      {isCut && (
        <p class="code-cut">
          The first {length.toLocaleString('en-US')} of {text.length.toLocaleString('en-US')} characters.{' '}
          <Button kind="quiet" onClick={() => setLength(length * growth)}>
            Show more
          </Button>
        </p>
      )}
    </div>
  );
}

/** A body: as JSON, or as text if it is a text. */
export function BodyView({ label, body }: { label: string; body: unknown }) {
  return typeof body === 'string' ? (
    <CodeView label={label} language="text" text={body} />
  ) : (
    <CodeView label={label} text={toJson(body)} />
  );
}

/** Formats a value as JSON. */
export function toJson(value: unknown): string {
  // A request can have a body that is nested too deeply for `JSON.stringify`.
  return JSON.stringify(redactJson(value, unchanged), undefined, 2) ?? 'undefined';
}

function unchanged(text: string): string {
  return text;
}

function highlight(text: string, marks: CodeViewProps['marks']): ComponentChild[] {
  const parts: ComponentChild[] = [];
  let written = 0;
  for (const match of text.matchAll(tokens)) {
    const [token, quoted, colon] = match;
    parts.push(text.slice(written, match.index));
    const content = quoted ?? token;
    const isMarked = colon !== undefined && marks?.(content.slice(1, -1));
    const kind = colon !== undefined ? 'key' : quoted !== undefined ? 'string' : 'literal';
    parts.push(<span class={`token-${kind}${isMarked ? ' marked' : ''}`}>{content}</span>, colon ?? '');
    written = match.index + token.length;
  }
  parts.push(text.slice(written));
  return parts;
}
