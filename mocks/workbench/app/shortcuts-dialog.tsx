import { Dialog } from '../components/dialog.tsx';
import { useApp } from './context.ts';

/** Keys of the parts that handle their keys themselves. */
const others = [
  ['↑ ↓ ← →', 'Move in a grid'],
  ['Home End', 'First and last column; with Ctrl: first and last row'],
  ['Enter', 'Open the row, or sort by the column'],
  ['Esc', 'Close a dialog or the details'],
] as const;

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const active = useApp().shortcuts.list.value.map(({ key, label }) => [key, label] as const);
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl class="facts">
        {[...active, ...others].map(([key, label]) => (
          <>
            <dt>
              {key.split(' ').map((each) => (
                <kbd key={each}>{each}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </>
        ))}
      </dl>
    </Dialog>
  );
}
