import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import { useId } from 'preact/hooks';

interface TabsProps<Name extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly name: Name; readonly title: ComponentChildren }[];
  readonly selected: Name;
  readonly onSelect: (name: Name) => void;
  /** The panel of the selected tab. */
  readonly children: ComponentChildren;
}

/** Tabs with one panel. The arrow keys, Home and End move between them. */
export function Tabs<Name extends string>({ label, tabs, selected, onSelect, children }: TabsProps<Name>) {
  const id = useId();
  const move = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex(({ name }) => name === selected);
    const targets: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
    const target = targets[event.key];
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = (target + tabs.length) % tabs.length;
    const tab = tabs[next];
    if (!tab) return;
    event.preventDefault();
    onSelect(tab.name);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div class="tabs">
      <div class="tablist" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === selected}
            aria-controls={`${id}-panel`}
            tabIndex={name === selected ? 0 : -1}
            onClick={() => onSelect(name)}
          >
            {title}
          </button>
        ))}
      </div>
      <div class="tabpanel" role="tabpanel" tabIndex={0} id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </div>
  );
}
