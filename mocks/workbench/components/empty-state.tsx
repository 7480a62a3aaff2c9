import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icons.tsx';

/** Shown in place of an empty list: the reason, and what to do next. */
export function EmptyState({ icon, title, children }: { icon: IconName; title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <p class="empty-title">{title}</p>
      {children && <div class="empty-text">{children}</div>}
    </div>
  );
}
