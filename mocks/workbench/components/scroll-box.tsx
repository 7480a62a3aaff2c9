import type { ComponentChildren } from 'preact';

interface ScrollBoxProps {
  /** The name for screen readers. */
  readonly label: string;
  readonly class: string;
  readonly children: ComponentChildren;
}

/** A box with a limited height. The keyboard can scroll it. */
export function ScrollBox({ label, children, ...rest }: ScrollBoxProps) {
  return (
    <div class={`scroll-box ${rest.class}`} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
