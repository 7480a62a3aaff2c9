import { useCallback, useRef, useState } from 'preact/hooks';
import { useApp } from '../app/context.ts';
import { lazy } from '../app/lazy.tsx';
import { useShortcut } from '../app/use-shortcut.ts';
import type { Toast } from '../state/toasts.ts';
import { Button } from './button.tsx';
import { UndoButton } from './undo-button.tsx';

const MessagesDialog = lazy(async () => (await import('../app/dialogs.ts')).MessagesDialog);

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
