import { Dialog } from '../components/dialog.tsx';
import { Switch } from '../components/field.tsx';
import { useApp } from './context.ts';

/** Keys of the parts that handle their keys themselves. */
const others = [
  ['↑ ↓ ← →', 'Move in a grid or between tabs, or move a divider'],
  ['PageUp PageDown', 'Move by a page in a grid'],
  ['Home End', 'First and last column or tab; with Ctrl: first and last row'],
  ['Enter', 'Open the row, follow the link of the cell, or sort by the column'],
  ['Shift+← Shift+→', 'Change the width of the column'],
  ['Esc', 'Close a dialog or a message, or leave a field of the details'],
] as const;

interface ShortcutsProps {
  /** The keys that open and close the panel. */
  readonly panelKeys: string | undefined;
  readonly onClose: () => void;
}

export function ShortcutsDialog({ panelKeys, onClose }: ShortcutsProps) {
  const { shortcuts } = useApp();
  const { hasCharacters } = shortcuts;
  const active = shortcuts.list.value
    .filter(({ key }) => hasCharacters.value || key.length > 1)
    .map(({ key, label }) => [key, label] as const);
  const panel = panelKeys === undefined ? [] : [[panelKeys, 'Open and close the panel'] as const];
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl class="facts">
        {[...active, ...panel, ...others].map(([key, label]) => (
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
      <Switch
        label="Use keys with one character"
        checked={hasCharacters.value}
        onChange={(isOn) => {
          hasCharacters.value = isOn;
        }}
      />
    </Dialog>
  );
}
