import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatCell } from '../text.ts';
import { Field, type FieldProps } from './field.tsx';

/** A value that a combobox suggests. */
export interface Suggestion {
  readonly value: string;
  /** Shown next to the value. */
  readonly hint?: string | undefined;
}

interface ComboboxProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The values, the most likely ones first. */
  readonly suggestions: readonly Suggestion[];
  /** Whether any text is a value. Otherwise Enter completes the text to the first suggestion. */
  readonly isFree?: boolean | undefined;
  /** The beginning of the text that stays when the user chooses a value: the earlier values of a list. */
  readonly kept?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly inputRef?: RefObject<HTMLInputElement | null> | undefined;
  readonly onFocus?: (() => void) | undefined;
  /** Called after the user chose a suggestion. */
  readonly onChoose?: ((value: string) => void) | undefined;
  /** Whether the suggestions are visible as soon as the field has the focus. */
  readonly opensOnFocus?: boolean | undefined;
}

/** The most suggestions that are listed at once. */
const maxShown = 50;

/** A text field that suggests values while the user types. The arrow keys choose one, and Escape closes the list. */
export function Combobox({
  value,
  onChange,
  suggestions,
  isFree = false,
  kept = '',
  placeholder,
  inputRef,
  onFocus,
  onChoose,
  opensOnFocus = false,
  ...field
}: ComboboxProps) {
  const [isOpen, setOpen] = useState(false);
  // A value that the user has not changed does not hide the others.
  const [isTyped, setTyped] = useState(false);
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  const wanted = isTyped ? value.slice(kept.length).trim().toLowerCase() : '';
  const found = suggestions
    .filter((each) => `${each.value} ${each.hint ?? ''}`.toLowerCase().includes(wanted))
    .slice(0, maxShown);
  const current = Math.min(active, found.length - 1);
  const isExpanded = isOpen && found.length > 0;
  useEffect(
    () => list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' }),
    [current],
  );
  const open = () => {
    setTyped(false);
    setActive(-1);
    setOpen(true);
  };
  const choose = (chosen: Suggestion | undefined) => {
    setOpen(false);
    if (!chosen) return;
    onChange(kept + chosen.value);
    onChoose?.(kept + chosen.value);
  };
  const move = (step: 1 | -1) => {
    if (!isExpanded) open();
    else setActive((current + step + found.length) % found.length);
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    ...(isExpanded && { Escape: () => setOpen(false), ...(current >= 0 && { Enter: () => choose(found[current]) }) }),
  };
  return (
    // A text on the way to a suggestion is no mistake.
    <Field {...field} error={isExpanded ? undefined : field.error}>
      {(control) => (
        <div class="combobox">
          <input
            {...control}
            ref={inputRef ?? null}
            class="input"
            type="text"
            role="combobox"
            aria-expanded={isExpanded}
            aria-controls={`${control.id}-list`}
            aria-activedescendant={isExpanded && current >= 0 ? `${control.id}-${current}` : undefined}
            aria-autocomplete="list"
            autocomplete="off"
            spellcheck={false}
            placeholder={placeholder}
            value={value}
            onFocus={() => {
              if (opensOnFocus) open();
              onFocus?.();
            }}
            onClick={open}
            onBlur={() => setOpen(false)}
            onInput={({ currentTarget }) => {
              setTyped(true);
              setOpen(true);
              setActive(isFree || currentTarget.value === '' ? -1 : 0);
              onChange(currentTarget.value);
            }}
            onKeyDown={(event) => {
              const act = keys[event.key];
              // Enter submits the form, which may have to say what is wrong with the text.
              if (!act && event.key === 'Enter') setOpen(false);
              if (!act || event.isComposing) return;
              event.preventDefault();
              act();
            }}
          />
          <div
            ref={list}
            id={`${control.id}-list`}
            class="options"
            role="listbox"
            aria-label={field.label}
            hidden={!isExpanded}
          >
            {isExpanded &&
              found.map((each, index) => (
                <div
                  key={each.value}
                  id={`${control.id}-${index}`}
                  role="option"
                  aria-selected={index === current}
                  // The focus stays in the field.
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => choose(each)}
                >
                  <span class="truncate">{formatCell(each.value)}</span>
                  {each.hint !== undefined && <span class="muted nowrap">{each.hint}</span>}
                </div>
              ))}
          </div>
        </div>
      )}
    </Field>
  );
}
