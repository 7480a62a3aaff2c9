import type { ComponentChildren, RefObject } from 'preact';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { errorMessage } from '../../shared/errors.ts';
import { type App, AppProvider, useApp } from '../app/context.ts';
import { Button, type ButtonProps } from './button.tsx';
import { Form } from './form.tsx';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** The buttons at the bottom. */
  readonly actions?: ComponentChildren;
  readonly isWide?: boolean | undefined;
  /** Called on submit. The dialog is a {@link Form} then. */
  readonly onSubmit?: (() => unknown) | undefined;
  /** Called when the user tries to submit while the button is disabled. */
  readonly onRefuse?: (() => void) | undefined;
  /** The button that submits, next to one that cancels. */
  readonly submit?: Pick<ButtonProps, 'icon' | 'kind' | 'disabled'> & { readonly label: string };
}

/** The element that a dialog focuses first: a field, or the button that changes nothing. */
const firstFocused = '.dialog-body :is(input:not([type=checkbox]), select, textarea), footer button';

/** A modal dialog. It is open as long as it is rendered. It shows the errors of its actions. */
export function Dialog({ title, onClose, children, actions, isWide, onSubmit, onRefuse, submit }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { error, app } = useOwnErrors(dialog);
  // The layout effect ends before the element is removed: only then the dialog gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>(firstFocused)?.focus();
    return () => element?.close();
  }, []);
  const content = (
    <>
      <header>
        <h2 id={id}>{title}</h2>
        <Button icon="close" label="Close" kind="quiet" onClick={onClose} />
      </header>
      <div class="dialog-body" tabIndex={0} role="group" aria-labelledby={id}>
        {children}
        {/* It exists without content too, so that screen readers hear the error. */}
        <p class="form-error" role="alert">
          {error}
        </p>
      </div>
      {actions && <footer>{actions}</footer>}
      {submit && (
        <footer>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" icon={submit.icon} kind={submit.kind ?? 'primary'} disabled={submit.disabled}>
            {submit.label}
          </Button>
        </footer>
      )}
    </>
  );
  return (
    <AppProvider value={app}>
      <dialog
        ref={dialog}
        class={isWide ? 'dialog wide' : 'dialog'}
        aria-labelledby={id}
        onCancel={(event) => {
          event.preventDefault();
          onClose();
        }}
        // A browser can close it without asking. After the last rendering, the dialog is not in the page any more.
        onClose={({ currentTarget }) => currentTarget.isConnected && onClose()}
      >
        {onSubmit ? (
          <Form onSubmit={onSubmit} onRefuse={onRefuse}>
            {content}
          </Form>
        ) : (
          content
        )}
      </dialog>
    </AppProvider>
  );
}

/** Shows errors in a dialog as long as it is open. What is outside of it can neither be reached nor heard. */
function useOwnErrors(dialog: RefObject<HTMLDialogElement | null>): {
  readonly error: string | undefined;
  readonly app: App;
} {
  const outer = useApp();
  const [error, setError] = useState<string | undefined>();
  const app = useMemo(
    () => ({
      ...outer,
      async run<T>(action: () => Promise<T>): Promise<T | undefined> {
        setError(undefined);
        try {
          return await action();
        } catch (reason) {
          if (dialog.current?.open) setError(errorMessage(reason));
          else outer.toasts.fail(reason);
          return undefined;
        }
      },
    }),
    [outer, dialog],
  );
  return { error, app };
}

interface ConfirmProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly confirm: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before something is lost. */
export function ConfirmDialog({ title, children, confirm, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => onConfirm().then(onClose)}
      submit={{ label: confirm, kind: 'danger' }}
    >
      {children}
    </Dialog>
  );
}
