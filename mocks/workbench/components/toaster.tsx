import { useCallback, useRef } from 'preact/hooks';
import { useApp, useShortcut } from '../app/context.ts';
import type { Toast } from '../store/toasts.ts';
import { Button } from './button.tsx';

/** The messages. They stay while the focus is in them. */
export function Toaster() {
  const { toasts, announcer } = useApp();
  const list = useRef<HTMLDivElement>(null);
  /** The element that the user came from. */
  const former = useRef<HTMLElement | undefined>(undefined);
  useShortcut(
    'F8',
    'Move to the newest message',
    useCallback(() => list.current?.querySelector<HTMLElement>('.toast:last-child button')?.focus(), []),
  );
  const hold = (isHeld: boolean) => {
    toasts.isHeld = isHeld;
  };
  const dismiss = (id: number) => {
    if (list.current?.matches(':focus-within') && former.current?.isConnected) former.current.focus();
    toasts.dismiss(id);
  };
  return (
    <>
      <div
        ref={list}
        class="toasts"
        role="status"
        aria-atomic="false"
        onFocusIn={({ relatedTarget, currentTarget }) => {
          hold(true);
          if (!currentTarget.contains(relatedTarget as Node | null))
            former.current = (relatedTarget as HTMLElement) ?? undefined;
        }}
        onFocusOut={() => hold(false)}
      >
        {toasts.list.value.map((toast) => (
          <Message key={toast.id} toast={toast} onDismiss={() => dismiss(toast.id)} />
        ))}
      </div>
      <div class="hidden" role="status">
        {announcer.text.value}
      </div>
    </>
  );
}

function Message({ toast: { kind, text, action }, onDismiss }: { toast: Toast; onDismiss: () => void }) {
  return (
    <div
      class={`toast ${kind}`}
      role="group"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onDismiss();
      }}
    >
      <p>{text}</p>
      {action && (
        <Button
          onClick={() => {
            action.run();
            onDismiss();
          }}
        >
          {action.label}
        </Button>
      )}
      <Button icon="close" kind="quiet" label="Dismiss" onClick={onDismiss} />
    </div>
  );
}
