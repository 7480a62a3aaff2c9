import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useApp } from '../app/context.ts';
import { Icon, type IconName } from './icons.tsx';

export interface ButtonProps {
  readonly icon?: IconName | undefined;
  /** The text. If there is only an icon, pass `label`. */
  readonly children?: ComponentChildren;
  /** The name for screen readers and the tooltip. */
  readonly label?: string | undefined;
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet' | undefined;
  readonly disabled?: boolean | undefined;
  /** Whether a toggle is on. */
  readonly pressed?: boolean | undefined;
  readonly type?: 'button' | 'submit' | undefined;
  /** The button is disabled until the promise settles. An error is shown. */
  readonly onClick?: (() => unknown) | undefined;
}

export function Button({
  icon,
  children,
  label,
  kind = 'plain',
  disabled,
  pressed,
  type = 'button',
  onClick,
}: ButtonProps) {
  const { run } = useApp();
  const [isBusy, setBusy] = useState(false);
  const click = () => {
    const result = onClick?.();
    if (!(result instanceof Promise)) return;
    setBusy(true);
    void run(() => result).finally(() => setBusy(false));
  };
  return (
    <button
      type={type}
      class={`button ${kind} ${children === undefined ? 'icon-only' : ''}`}
      disabled={disabled || isBusy}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={click}
    >
      {icon && <Icon name={icon} />}
      {children !== undefined && <span>{children}</span>}
    </button>
  );
}

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, label, children }: { text: () => string; label: string; children?: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await copyText(text());
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <Button icon={isCopied ? 'check' : 'copy'} label={isCopied ? 'Copied' : label} kind="quiet" onClick={copy}>
      {children}
    </Button>
  );
}

/** Copies a text to the clipboard. */
export async function copyText(text: string): Promise<void> {
  // Pages on http addresses other than localhost have no clipboard.
  if (typeof navigator.clipboard === 'undefined') {
    throw new Error('Clipboard: needs https or localhost. Select the text and copy it.');
  }
  await navigator.clipboard.writeText(text);
}
