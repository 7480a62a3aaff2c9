import { useApp } from '../app/context.ts';
import { Button } from './button.tsx';

export function Toaster() {
  const { toasts } = useApp();
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.list.value.map(({ id, kind, text, action }) => (
        <div key={id} class={`toast ${kind}`}>
          <p>{text}</p>
          {action && (
            <Button
              onClick={() => {
                action.run();
                toasts.dismiss(id);
              }}
            >
              {action.label}
            </Button>
          )}
          <Button icon="close" kind="quiet" label="Dismiss" onClick={() => toasts.dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
