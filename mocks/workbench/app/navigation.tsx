import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../components/icons.tsx';
import { Link } from '../components/link.tsx';
import { availablePages } from '../pages/index.ts';
import { useApp } from './context.ts';
import type { Page } from './page.ts';

export function Navigation({ current }: { current: string }) {
  const { session } = useApp();
  const nav = useRef<HTMLElement>(null);
  const connection = session.connection.value;
  // On a phone, the pages do not fit into one row. The connection adds pages and counts.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current, connection]);
  return (
    <nav ref={nav} class="nav" aria-label="Pages">
      {availablePages(session).map((page) => (
        <Link key={page.name} to={`/${page.name}`} isCurrent={page.name === current}>
          <Icon name={page.icon} />
          <span>{page.title}</span>
          {page.badge && <Count of={page.badge} />}
        </Link>
      ))}
    </nav>
  );
}

function Count({ of }: { of: NonNullable<Page['badge']> }) {
  const number = of(useApp().session);
  return number === 0 ? null : <span class="count">{number.toLocaleString('en-US')}</span>;
}
