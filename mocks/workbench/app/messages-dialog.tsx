import { Dialog } from '../components/dialog.tsx';
import { UndoButton } from '../components/undo-button.tsx';
import { formatTime } from '../text.ts';
import { useApp } from './context.ts';

/** The messages of this page, also those that disappeared. */
export function MessagesDialog({ onClose }: { onClose: () => void }) {
  const { toasts } = useApp();
  const history = toasts.history.value;
  return (
    <Dialog title="Messages" onClose={onClose}>
      {history.length === 0 && <p class="muted">No messages yet.</p>}
      <ol class="message-history">
        {history.map((toast) => (
          <li key={toast.id} class={toast.kind}>
            <time dateTime={toast.at.toISOString()}>{formatTime(toast.at.getTime())}</time>
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
