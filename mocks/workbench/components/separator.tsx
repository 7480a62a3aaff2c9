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
