import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useApp } from '../app/context.ts';
import { focusPlace } from '../app/focus-place.ts';
import { isNumber } from '../state/preferences.ts';
import { isTextField } from '../state/shortcuts.ts';

interface SplitProps {
  /** The name under which the width is remembered. */
  readonly name: string;
  readonly children: ComponentChildren;
  /** The details next to the list. In a narrow panel they replace the list. */
  readonly detail?: ComponentChildren;
  readonly detailLabel: string;
  /** The entry that the details belong to. Undefined if there are no details. */
  readonly detailKey: string | undefined;
}

/** A list with the details of one entry. The divider between them can be moved. */
export function Split({ name, children, detail, detailLabel, detailKey }: SplitProps) {
  const { preferences, router } = useApp();
  const percent = preferences.signal(`split.${name}`, 52, isNumber);
  const element = useRef<HTMLDivElement>(null);
  const pane = useRef<HTMLElement>(null);
  const isOpen = detailKey !== undefined;
  // The user opened them, unless the page has just been loaded. When they close, the focus returns to the list.
  useLayoutEffect(() => {
    if (element.current?.closest('.shell')?.matches(':focus-within')) focusPlace(pane.current, router);
  }, [detailKey]);
  return (
    <div ref={element} class={isOpen ? 'split open' : 'split'} style={{ '--detail': `${percent.value}%` }}>
      <div class="pane">{children}</div>
      {isOpen && (
        <>
          <Separator
            class="divider"
            label="Width of the details"
            orientation="vertical"
            value={percent.value}
            min={20}
            max={75}
            onChange={(changed) => {
              percent.value = changed;
            }}
            percentAt={({ clientX }) => {
              const bounds = element.current?.getBoundingClientRect();
              return bounds && ((bounds.right - clientX) / bounds.width) * 100;
            }}
          />
          <section
            ref={pane}
            class="pane detail"
            aria-label={detailLabel}
            tabIndex={-1}
            data-landing
            onKeyDown={(event) => {
              const { key, target, defaultPrevented } = event;
              // A second Escape closes the details. A dialog of the details closes with the first one.
              if (key !== 'Escape' || defaultPrevented || !isTextField(target) || isInDialog(target)) return;
              event.preventDefault();
              event.currentTarget.focus();
            }}
          >
            {detail}
          </section>
        </>
      )}
    </div>
  );
}

function isInDialog(target: EventTarget | null): boolean {
  return (target as Element).closest('dialog') !== null;
}

/** The keys that move a separator, in percent of the whole. */
const steps: Readonly<Record<string, number>> = { ArrowUp: 2, ArrowLeft: 2, ArrowDown: -2, ArrowRight: -2 };

interface SeparatorProps {
  /** The name for screen readers. */
  readonly label: string;
  readonly class: string;
  /** `vertical` if it separates a part at the right, `horizontal` if it separates one at the bottom. */
  readonly orientation: 'horizontal' | 'vertical';
  /** The share of the part, in percent. */
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (percent: number) => void;
  /** Returns the share that a pointer stands for. */
  readonly percentAt: (event: PointerEvent) => number | undefined;
}

/** A divider that the pointer drags, and that the arrow keys, Home and End move. */
export function Separator({ label, orientation, value, min, max, onChange, percentAt, ...rest }: SeparatorProps) {
  const change = (percent: number) => onChange(Math.round(Math.max(min, Math.min(max, percent))));
  return (
    <div
      class={rest.class}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        const percent = event.buttons === 1 ? percentAt(event) : undefined;
        if (percent !== undefined) change(percent);
      }}
      onKeyDown={(event) => {
        const { key } = event;
        const step = steps[key];
        if (step === undefined && key !== 'Home' && key !== 'End') return;
        event.preventDefault();
        change(step === undefined ? (key === 'Home' ? min : max) : value + step);
      }}
    />
  );
}
