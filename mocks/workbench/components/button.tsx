import { type ComponentChildren, createContext, type TargetedMouseEvent } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { useApp } from '../app/context.ts';
import { Icon, type IconName } from './icons.tsx';

export interface ButtonProps {
  readonly icon?: IconName | undefined;
  /** The text. If there is only an icon, pass `label`. */
  readonly children?: ComponentChildren;
  /** The name for screen readers and the tooltip. */
  readonly label?: string | undefined;
  /** A short text next to an icon, where there is room for it. The label contains it. */
  readonly roomy?: string | undefined;
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet' | undefined;
  /** A disabled button keeps the focus. On a form, it moves to the first field that is missing or not valid. */
  readonly disabled?: boolean | undefined;
  /** Whether a toggle is on. */
  readonly pressed?: boolean | undefined;
  readonly type?: 'button' | 'submit' | undefined;
  /** Whether Tab skips the button, because it is in a grid. */
  readonly isSkipped?: boolean | undefined;
  /** The button is disabled until the promise settles. An error is shown. */
  readonly onClick?: (() => unknown) | undefined;
}

/** The form that a button or a field is in. */
interface FormState {
  /** Whether the form runs its action. */
  readonly isBusy: boolean;
  /** Whether the user tried to submit it while it was not complete. */
  readonly isRefused: boolean;
  /** Called when the user tries to submit it while its button is disabled. */
  readonly refuse: () => void;
}

const formState = createContext<FormState>({ isBusy: false, isRefused: false, refuse: () => undefined });

export const FormProvider = formState.Provider;

export function useForm(): FormState {
  return useContext(formState);
}

export function Button({
  icon,
  children,
  label,
  roomy,
  kind = 'plain',
  disabled = false,
  pressed,
  type = 'button',
  isSkipped,
  onClick,
}: ButtonProps) {
  const { run } = useApp();
  const [isBusy, setBusy] = useState(false);
  const form = useForm();
  const isSubmitting = form.isBusy && type === 'submit';
  const isDisabled = disabled || isBusy || isSubmitting;
  const click = (event: TargetedMouseEvent<HTMLButtonElement>) => {
    if (isDisabled) {
      event.preventDefault();
      if (type !== 'submit') return;
      const { form: element } = event.currentTarget;
      form.refuse();
      // When the fields are marked.
      requestAnimationFrame(() => element?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    const result = onClick?.();
    if (!(result instanceof Promise)) return;
    setBusy(true);
    void run(() => result).finally(() => setBusy(false));
  };
  return (
    <button
      type={type}
      class={`button ${kind} ${children === undefined ? 'icon-only' : ''}`}
      // Not `disabled`, which would take the focus away from the button.
      aria-disabled={isDisabled || undefined}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      tabIndex={isSkipped ? -1 : undefined}
      onClick={click}
    >
      {icon && <Icon name={icon} />}
      {children !== undefined && <span>{children}</span>}
      {roomy !== undefined && <span class="roomy">{roomy}</span>}
    </button>
  );
}

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, label, children }: { text: () => string; label: string; children?: string }) {
  const { announcer } = useApp();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await copyText(text());
    setCopied(true);
    announcer.announce('Copied');
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
