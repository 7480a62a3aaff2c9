import { useApp } from '../app/context.ts';
import type { Toast } from '../state/toasts.ts';
import { Button } from './button.tsx';

/** The button of a message that undoes what the message reports. */
export function UndoButton({ toast: { undo }, onDone }: { toast: Toast; onDone: () => void }) {
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
