import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { Dialog } from '../components/dialog.tsx';
import { count } from '../text.ts';
import { type Command, fixedCommands, recordCommands, typedCommands } from './commands.ts';
import { useApp } from './context.ts';
import { useAnnouncedResult } from './use-announced-result.ts';
import { useSearch } from './use-search.ts';

/** The number of commands that the list shows. */
const maxShown = 50;

/** Goes to a page, a table, an operation, a policy or a record, or does something, by a part of its name. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const app = useApp();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const id = useId();
  const { found, hasMore } = useCommands(text);
  const current = Math.min(active, found.length - 1);
  const list = useRef<HTMLDivElement>(null);
  useEffect(
    () => list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' }),
    [current],
  );
  const size = `${hasMore ? 'The first ' : ''}${count(found.length, 'result')}`;
  useAnnouncedResult(text, found.length > 0 ? size : 'No results');
  const choose = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    void app.run(async () => command.run());
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setActive((current + 1) % found.length),
    ArrowUp: () => setActive((current - 1 + found.length) % found.length),
    Enter: () => choose(found[current]),
  };
  return (
    <Dialog title="Go to or do" isWide onClose={onClose}>
      <input
        class="input"
        type="text"
        role="combobox"
        aria-label="Command"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${current}` : undefined}
        aria-autocomplete="list"
        autocomplete="off"
        spellcheck={false}
        placeholder="fail prices.update once, advance 3 hours, or a name"
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={(event) => {
          const act = keys[event.key];
          if (!act || event.isComposing || found.length === 0) return;
          event.preventDefault();
          act();
        }}
      />
      <div ref={list} id={`${id}-list`} class="commands" role="listbox" aria-label="Commands">
        {found.map((command, index) => (
          <div
            key={index}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            onPointerMove={() => setActive(index)}
            onClick={() => choose(command)}
          >
            <span class="truncate">{command.label}</span>
            <span class="muted">{command.kind}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p class="muted">Nothing has this name.</p>}
      {text !== '' && hasMore && <p class="muted">{size}. To see the others, type more of the name.</p>}
    </Dialog>
  );
}

/** Returns the commands whose name has all words of a text, with the records that contain the text. */
function useCommands(text: string): { readonly found: readonly Command[]; readonly hasMore: boolean } {
  const app = useApp();
  const fixed = useMemo(() => fixedCommands(app), [app]);
  const wanted = text.trim();
  const search = useSearch(wanted);
  const records = search?.text === wanted ? search : undefined;
  const words = wanted.toLowerCase().split(/\s+/);
  const hasWords = (name: string) => words.every((word) => name.toLowerCase().includes(word));
  const named = fixed.filter(({ kind, label }) => hasWords(`${kind} ${label}`));
  const related = fixed.filter(
    (command) => !named.includes(command) && hasWords(`${command.kind} ${command.label} ${command.keywords ?? ''}`),
  );
  const all = [...typedCommands(app, wanted), ...named, ...related, ...recordCommands(app, records?.results ?? [])];
  return { found: all.slice(0, maxShown), hasMore: all.length > maxShown || records?.isTruncated === true };
}
