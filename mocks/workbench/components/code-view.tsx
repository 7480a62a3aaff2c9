import type { ComponentChild } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { redactJson } from '../../../src/wire/redact-token.ts';
import { escapeInvisible } from '../text.ts';
import { Button, CopyButton } from './button.tsx';

/** More characters would make the page slow. The copy button copies everything. */
const firstCharacters = 20_000;

/** Each part is this much longer than the one before. */
const growth = 4;

/** The parts of a text that have a color, by the class of their color. */
const tokens = {
  json: /(?<key>"(?:[^"\\]|\\.)*")(?=\s*:)|(?<string>"(?:[^"\\]|\\.)*")|(?<literal>-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b|\b(?:true|false|null)\b)/g,
  ts: /(?<comment>\/\/.*)|(?<key>(?:'(?:[^'\\\n]|\\.)*'|\b[A-Za-z_$][\w$]*)(?=\??:\s))|(?<string>'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<literal>-?\b\d[\d_]*(?:\.\d+)?\b|\b(?:true|false|null|undefined|string|number|boolean|unknown|import|from|const|async|await|new|return)\b)/g,
} as const;

interface CodeViewProps {
  /** The name for screen readers. */
  readonly label: string;
  readonly text: string;
  readonly language?: 'json' | 'ts' | 'text' | undefined;
  /** Returns whether to highlight a key of JSON. */
  readonly marks?: ((key: string) => boolean) | undefined;
}

/** Code with a copy button. Long texts are cut. */
export function CodeView({ label, text, language = 'json', marks }: CodeViewProps) {
  const [length, setLength] = useState(firstCharacters);
  const isCut = text.length > length;
  const visible = escapeInvisible(isCut ? text.slice(0, length) : text);
  const content = useMemo(
    () => (language !== 'text' && length === firstCharacters ? highlight(visible, tokens[language], marks) : visible),
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

function highlight(text: string, pattern: RegExp, marks: CodeViewProps['marks']): ComponentChild[] {
  const parts: ComponentChild[] = [];
  let written = 0;
  for (const { 0: token, index, groups = {} } of text.matchAll(pattern)) {
    const [kind] = Object.keys(groups).filter((name) => groups[name] !== undefined);
    const isMarked = kind === 'key' && marks?.(token.slice(1, -1));
    parts.push(text.slice(written, index), <span class={`token-${kind}${isMarked ? ' marked' : ''}`}>{token}</span>);
    written = index + token.length;
  }
  parts.push(text.slice(written));
  return parts;
}
