import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Button } from './button.tsx';
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
}

/** A modal dialog. It is open as long as it is rendered. */
export function Dialog({ title, onClose, children, actions, isWide, onSubmit }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
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
      </div>
      {actions && <footer>{actions}</footer>}
    </>
  );
  return (
    <dialog
      ref={dialog}
      class={isWide ? 'dialog wide' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {onSubmit ? <Form onSubmit={onSubmit}>{content}</Form> : content}
    </dialog>
  );
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
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" onClick={() => onConfirm().then(onClose)}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
