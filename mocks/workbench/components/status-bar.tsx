import { useCallback, useRef, useState } from 'preact/hooks';
import { useApp } from '../app/context.ts';
import { useShortcut } from '../app/use-shortcut.ts';
import type { Toast } from '../state/toasts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** The newest message, which stays while the focus is in it, and a button for all messages. */
export function StatusBar() {
  const { toasts, announcer } = useApp();
  const [isOpen, setOpen] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  /** The element that the user came from. */
  const former = useRef<HTMLElement | undefined>(undefined);
  useShortcut(
    'F8',
    'Move to the newest message',
    useCallback(() => bar.current?.querySelector('button')?.focus(), []),
  );
  const hold = (isHeld: boolean) => {
    toasts.isHeld = isHeld;
  };
  const dismiss = (id: number) => {
    if (bar.current?.matches(':focus-within') && former.current?.isConnected) former.current.focus();
    toasts.dismiss(id);
  };
  const toast = toasts.current.value;
  return (
    <div
      ref={bar}
      class="status-bar"
      onFocusIn={({ relatedTarget, currentTarget }) => {
        hold(true);
        if (!currentTarget.contains(relatedTarget as Node | null))
          former.current = (relatedTarget as HTMLElement) ?? undefined;
      }}
      onFocusOut={() => hold(false)}
    >
      <div class="newest" role="status" aria-atomic="false">
        {toast && <Message key={toast.id} toast={toast} onDismiss={() => dismiss(toast.id)} />}
      </div>
      <div class="hidden" role="status">
        {announcer.text.value}
      </div>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        Messages
      </Button>
      {isOpen && <MessagesDialog onClose={() => setOpen(false)} />}
    </div>
  );
}

function Message({ toast, onDismiss }: { toast: Toast; onDismiss: () => void }) {
  return (
    <div
      class={`toast ${toast.kind}`}
      role="group"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onDismiss();
      }}
    >
      <p>{toast.text}</p>
      <UndoButton toast={toast} onDone={onDismiss} />
      <Button icon="close" kind="quiet" label="Dismiss" onClick={onDismiss} />
    </div>
  );
}

function UndoButton({ toast: { undo }, onDone }: { toast: Toast; onDone: () => void }) {
  const { run } = useApp();
  if (!undo) return null;
  return (
    <Button
      onClick={() => {
        void run(undo);
        onDone();
      }}
    >
      Undo
    </Button>
  );
}

/** The messages of this page, also those that disappeared. */
function MessagesDialog({ onClose }: { onClose: () => void }) {
  const { toasts } = useApp();
  const history = toasts.history.value;
  return (
    <Dialog title="Messages" onClose={onClose}>
      {history.length === 0 && <p class="muted">No messages yet.</p>}
      <ol class="message-history">
        {history.map((toast) => (
          <li key={toast.id} class={toast.kind}>
            <time dateTime={toast.at.toISOString()}>{toast.at.toLocaleTimeString()}</time>
            <p>{toast.text}</p>
            <UndoButton
              toast={toast}
              onDone={() => {
                toasts.dismiss(toast.id);
                onClose();
              }}
            />
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
