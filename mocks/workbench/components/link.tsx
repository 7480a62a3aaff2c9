import type { ComponentChildren } from 'preact';
import { useApp } from '../app/context.ts';

interface LinkProps {
  /** A path of the workbench, see `formatPath`. */
  readonly to: string;
  readonly class?: string | undefined;
  readonly isCurrent?: boolean | undefined;
  readonly label?: string | undefined;
  /** The tooltip, if it is not the label. */
  readonly title?: string | undefined;
  /** Whether Tab skips the link, because it is in a grid. */
  readonly isSkipped?: boolean | undefined;
  readonly children: ComponentChildren;
}

/** A link to another place of the workbench. */
export function Link({ to, isCurrent, label, title, isSkipped, children, ...rest }: LinkProps) {
  const { router } = useApp();
  return (
    <a
      href={`#${to}`}
      class={rest.class}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={label}
      title={title ?? label}
      tabIndex={isSkipped ? -1 : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        router.go(to);
      }}
    >
      {children}
    </a>
  );
}
