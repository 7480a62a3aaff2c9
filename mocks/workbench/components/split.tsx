import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useApp } from '../app/context.ts';
import { isNumber } from '../store/preferences.ts';

interface SplitProps {
  /** The name under which the width is remembered. */
  readonly name: string;
  readonly children: ComponentChildren;
  /** The details next to the list. In a narrow panel they replace the list. */
  readonly detail?: ComponentChildren;
  readonly detailLabel: string;
}

/** A list with the details of one entry. The divider between them can be dragged. */
export function Split({ name, children, detail, detailLabel }: SplitProps) {
  const { preferences } = useApp();
  const percent = preferences.signal(`split.${name}`, 52, isNumber);
  const element = useRef<HTMLDivElement>(null);
  const drag = (event: PointerEvent) => {
    const bounds = element.current?.getBoundingClientRect();
    if (!bounds || event.buttons !== 1) return;
    const wanted = ((bounds.right - event.clientX) / bounds.width) * 100;
    percent.value = Math.round(Math.max(20, Math.min(75, wanted)));
  };
  const isOpen = detail !== undefined && detail !== null;
  return (
    <div ref={element} class={isOpen ? 'split open' : 'split'} style={{ '--detail': `${percent.value}%` }}>
      <div class="pane">{children}</div>
      {isOpen && (
        <>
          <div
            class="divider"
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag}
          />
          <section class="pane detail" aria-label={detailLabel}>
            {detail}
          </section>
        </>
      )}
    </div>
  );
}
