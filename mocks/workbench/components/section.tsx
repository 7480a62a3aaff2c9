import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface SectionProps {
  readonly title: string;
  /** Shown after the title. */
  readonly actions?: ComponentChildren;
  /** Whether the content reaches the borders, for example a list of rows. */
  readonly isFlush?: boolean | undefined;
  /** Whether the section takes all columns. */
  readonly isWide?: boolean | undefined;
  readonly children: ComponentChildren;
}

/** A part of a page with a title. */
export function Section({ title, actions, isFlush = false, isWide = false, children }: SectionProps) {
  const id = useId();
  return (
    <section class={isWide ? 'section wide-section' : 'section'} aria-labelledby={id} tabIndex={-1}>
      <header>
        <h2 id={id}>{title}</h2>
        {actions && (
          <>
            <span class="spacer" />
            {actions}
          </>
        )}
      </header>
      {isFlush ? children : <div class="section-body">{children}</div>}
    </section>
  );
}
